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
  const parts = rendered.split(` nonce="${mark}"`)
  const inlineScripts = parts.flatMap((part, at) => {
    const start = part.indexOf('>') + 1
    const isScript = at > 0 && parts[at - 1]?.endsWith('<script') && !part.slice(0, start).includes(' src=')
    return isScript ? [part.slice(start, part.indexOf('</script>', start))] : []
  })

  const headEnd = parts.findIndex(part => part.includes('</head>'))
  for (let at = 0; at < headEnd; at++) parts[at] = preloadLater(parts[at])
  const [inHead = '', inBody = ''] = parts[headEnd]?.split('</head>', 2) ?? []
  parts[headEnd] = `${preloadLater(inHead)}</head>${inBody}`

  const bootAt = parts.findLastIndex(part => part.startsWith(boot))
  if (bootAt > 0) {
    parts[bootAt] = ` id="boot" type="text/plain">${parts[bootAt]?.slice(boot.length)}`
    const [beforeEnd = '', end = ''] = (parts.pop() ?? '').split('</body>')
    const own = [begin, handOver(handoff)]
    inlineScripts.push(...own)
    parts.push(beforeEnd, ...own.map(text => `<script>${text}</script>`), '</body>', end)
  }
  return { html: `<!DOCTYPE html>${parts.join('')}`, inlineScripts }
}

const preloadLater = (html = '') => html.replaceAll(' rel="modulepreload"', ' rel="later"')

function handOver(handoff: string): string {
  const controller = 'window.__reactRouterContext.streamController'
  return `${controller}.enqueue(${JSON.stringify(handoff).replaceAll('<', '\\u003c')});${controller}.close();`
}
