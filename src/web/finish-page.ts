/** A page as it leaves. */
export interface FinishedPage {
  html: string
  /** The texts of its own inline scripts. */
  inlineScripts: string[]
}

const boot = ' type="module" async="">'
const begin = `requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(()=>{
for(const link of document.querySelectorAll("link[rel=later]"))link.rel="modulepreload"
const script=document.createElement("script")
script.type="module"
script.text=document.getElementById("boot").text
document.body.append(script)})))`

/**
 * A page can be read before its scripts run: they are asked for once it has been drawn. On a slow phone the style, the type
 * and the first picture have the line to themselves until then. What the loaders answered is handed over as React Router's
 * own streaming would, which a page that is rendered in one go leaves out.
 * @param mark of the page's own scripts, made for this page alone, as their nonce. It is taken off again: a script that is not the
 *   page's own has none.
 */
export function finishPage(rendered: string, handoff: string, mark: string): FinishedPage {
  const nonce = ` nonce="${mark}"`
  const headEnd = rendered.indexOf('</head>')
  const bodyEnd = endOr(rendered, rendered.indexOf(`<script${nonce}`, headEnd))
  const head = rendered.slice(0, headEnd).replaceAll(nonce, '').replaceAll(' rel="modulepreload"', ' rel="later"')
  const { inlineScripts, scripts } = finishScripts(rendered.slice(bodyEnd).split(nonce), handoff)
  return { html: `<!DOCTYPE html>${head}${rendered.slice(headEnd, bodyEnd)}${scripts}`, inlineScripts }
}

const endOr = (text: string, at: number) => (at < 0 ? text.length : at)

/** @param parts what the marks stood between */
function finishScripts(parts: string[], handoff: string) {
  const inlineScripts = parts.flatMap((part, at) => {
    const start = part.indexOf('>') + 1
    const isScript = at > 0 && parts[at - 1]?.endsWith('<script') && !part.slice(0, start).includes(' src=')
    return isScript ? [part.slice(start, part.indexOf('</script>', start))] : []
  })
  const bootAt = parts.findLastIndex(part => part.startsWith(boot))
  if (bootAt > 0) {
    parts[bootAt] = ` id="boot" type="text/plain">${parts[bootAt]?.slice(boot.length)}`
    const [beforeEnd = '', end = ''] = (parts.pop() ?? '').split('</body>')
    const own = [begin, handOver(handoff)]
    inlineScripts.push(...own)
    parts.push(beforeEnd, ...own.map(text => `<script>${text}</script>`), '</body>', end)
  }
  return { inlineScripts, scripts: parts.join('') }
}

function handOver(handoff: string): string {
  const controller = 'window.__reactRouterContext.streamController'
  return `${controller}.enqueue(${JSON.stringify(handoff).replaceAll('<', '\\u003c')});${controller}.close();`
}
