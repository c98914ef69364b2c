/** A page as it leaves. */
export interface FinishedPage {
  html: string
  /** The texts of its own inline scripts. */
  inlineScripts: string[]
}

/** What all pages of the same routes end with, and load. */
export interface PageEnd {
  /** Its style, and the files that its scripts need, to be loaded later. */
  links: string
  scripts: string
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
 * Takes the end off a page that was rendered with it. Such a page can be read before its scripts run: they are asked for once
 * it has been drawn. On a slow phone the style, the type and the first picture have the line to themselves until then.
 * @param mark of the page's own scripts, made for this page alone, as their nonce. It is taken off again: a script that is not the
 *   page's own has none.
 */
export function takeEnd(rendered: string, mark: string): { page: string; end: PageEnd } {
  const nonce = ` nonce="${mark}"`
  const headEnd = rendered.indexOf('</head>')
  const bodyEnd = rendered.lastIndexOf('</body>')
  const scriptsStart = rendered.indexOf(`<script${nonce}`, headEnd)
  if (scriptsStart < 0) return { page: rendered, end: { links: '', scripts: '', inlineScripts: [] } }
  const links: string[] = []
  const head = rendered
    .slice(0, headEnd)
    .replaceAll(nonce, '')
    .replaceAll(/<link rel="(?:modulepreload|stylesheet)"[^<>]*>/g, link => {
      links.push(link.replace('modulepreload', 'later'))
      return ''
    })
  return {
    page: head + rendered.slice(headEnd, scriptsStart) + rendered.slice(bodyEnd),
    end: { links: links.join(''), ...putOff(rendered.slice(scriptsStart, bodyEnd).split(nonce)) },
  }
}

/** @param parts what the marks stood between */
function putOff(parts: string[]): Omit<PageEnd, 'links'> {
  const inlineScripts = parts.flatMap((part, at) => {
    const start = part.indexOf('>') + 1
    const isScript = at > 0 && parts[at - 1]?.endsWith('<script') && !part.slice(0, start).includes(' src=')
    return isScript ? [part.slice(start, part.indexOf('</script>', start))] : []
  })
  const scripts = parts.join('').replace(`<script${boot}`, '<script id="boot" type="text/plain">')
  return { scripts: `${scripts}<script>${begin}</script>`, inlineScripts: [...inlineScripts, begin] }
}

/** Gives a page its end. What the loaders answered is handed over as React Router's own streaming would, which is left out here. */
export function finishPage(page: string, { links, scripts, inlineScripts }: PageEnd, handoff: string): FinishedPage {
  if (!scripts) return { html: `<!DOCTYPE html>${page}`, inlineScripts }
  const [headEnd, bodyEnd] = [page.indexOf('</head>'), page.lastIndexOf('</body>')]
  const last = handOver(handoff)
  const html = [
    `<!DOCTYPE html>${page.slice(0, headEnd)}${links}${page.slice(headEnd, bodyEnd)}`,
    `${scripts}<script>${last}</script>${page.slice(bodyEnd)}`,
  ].join('')
  return { html, inlineScripts: [...inlineScripts, last] }
}

function handOver(handoff: string): string {
  const controller = 'window.__reactRouterContext.streamController'
  return `${controller}.enqueue(${JSON.stringify(handoff).replaceAll('<', '\\u003c')});${controller}.close();`
}
