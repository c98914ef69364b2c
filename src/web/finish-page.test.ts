import { expect, test } from 'vitest'
import { finishPage, takeEnd } from './finish-page.ts'

const mark = 'b2c6'
const own = (rest: string) => `<script nonce="${mark}"${rest}</script>`
const rendered = [
  '<html><head><link rel="modulepreload" href="/a.js"/>',
  `<link rel="modulepreload" nonce="${mark}" href="/b.js"/><link rel="stylesheet" href="/e.css"/></head>`,
  '<body><p title="nonce=&quot;b2c6&quot;"> rel="modulepreload"</p><script>alert("of somebody else")</script>',
  own(' src="/c.js">'),
  own('>window.context = {}'),
  own(' type="module" async="">import "/d.js"'),
  '</body></html>',
].join('')

function finish(rendered: string, handoff: string) {
  const { page, end } = takeEnd(rendered, mark)
  return finishPage(page, end, handoff)
}

test('a page waits with its scripts, and leaves without marks', () => {
  const { html } = finish(rendered, '[{"_1":"</script>"}]')
  expect(html).not.toMatch(/ nonce="/)
  expect(html).toMatch(
    /^<!DOCTYPE html><html><head><link rel="later" href="\/a.js"\/><link rel="later" href="\/b.js"\/><link rel="stylesheet" href="\/e.css"\/><\/head>/,
  )
  expect(html).toContain('</p><script>alert("of somebody else")</script>')
  expect(html).toContain('"> rel="modulepreload"</p>')
  expect(html).toContain('<script id="boot" type="text/plain">import "/d.js"</script><script>requestAnimationFrame(')
  expect(html).toContain('.enqueue("[{\\"_1\\":\\"\\u003c/script>\\"}]")')
  expect(html).toMatch(/<\/script><\/body><\/html>$/)
})

test('its own inline scripts are named, and no other', () => {
  const { html, inlineScripts } = finish(rendered, '')
  expect(inlineScripts).toHaveLength(4)
  expect(inlineScripts.slice(0, 2)).toEqual(['window.context = {}', 'import "/d.js"'])
  for (const script of inlineScripts) expect(html).toContain(`>${script}</script>`)
})

test('another page of the same routes has the same end', () => {
  const { page, end } = takeEnd(rendered, mark)
  expect(page).toBe(
    '<html><head></head><body><p title="nonce=&quot;b2c6&quot;"> rel="modulepreload"</p><script>alert("of somebody else")</script></body></html>',
  )
  const other = finishPage('<html><head></head><body>Other</body></html>', end, '[1]')
  const { html, inlineScripts } = finishPage(page, end, '[1]')
  const [begin, ending] = html.split(/<p .*somebody else"\)<\/script>/)
  expect(other).toEqual({ html: `${begin}Other${ending}`, inlineScripts })
})

test('a page without scripts is whole as it is', () => {
  const plain = '<html><head></head><body>Gone</body></html>'
  expect(finish(plain, '')).toEqual({ html: `<!DOCTYPE html>${plain}`, inlineScripts: [] })
})
