const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML, between tags and in quoted attributes. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, character => entities[character] ?? '')
