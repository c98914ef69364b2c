export const headlessShell: string
export function findChromium(): string | undefined
export function versionOf(file: string): string | undefined
