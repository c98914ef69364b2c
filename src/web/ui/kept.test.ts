import { createElement as h } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Kept, renderKeeping } from './kept.tsx'

let rendered = 0
function Content({ text }: { text: string }) {
  rendered += 1
  if (text === 'broken') throw new Error('broken')
  return h('p', { title: text }, text)
}

const part = (as: 'article' | 'footer', name: string) =>
  h(Kept, { key: name, as, name, className: 'part' }, h(Content, { text: name }))

const page = (...names: string[]) =>
  renderKeeping(() =>
    renderToString(h('main', undefined, [...names.map(name => part('article', name)), part('footer', 'the end')])),
  )

const card = (text: string) => `<article class="part"><p title="${text}">${text}</p></article>`
const end = '<footer class="part"><p title="the end">the end</p></footer>'

test('a part is rendered once, and looks in each page as it did in the first', () => {
  const [first, nasty] = ['a', '</article> data-kept="0"']
  const written = nasty.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
  const expected = `<main>${card(first)}${card(written)}${end}</main>`
  expect(page(first, nasty)).toBe(expected)
  expect(rendered).toBe(3)
  expect(page(first, nasty)).toBe(expected)
  expect(rendered).toBe(3)
  expect(page('new', first)).toBe(`<main>${card('new')}${card(first)}${end}</main>`)
  expect(rendered).toBe(4)
})

test('in a part with gaps only these are others in each page, and no text of theirs is markup', () => {
  const content = ([to, count]: readonly string[]) => h('a', { href: to }, h(Content, { text: 'Red' }), count)
  const look = { as: 'li', name: 'choice', className: 'part' } as const
  const choice = (...gaps: string[]) =>
    renderKeeping(() => renderToString(h(Kept, { ...look, gaps }, content as never)))
  const inside = (to: string, count: string) =>
    `<li class="part"><a href="${to}"><p title="Red">Red</p>${count}</a></li>`
  const before = rendered
  expect(choice('/shop?color=red', '7')).toBe(inside('/shop?color=red', '7'))
  expect(choice('/shop?a=1&b=2', `</li><b title="'">`)).toBe(
    inside('/shop?a=1&amp;b=2', '&lt;/li&gt;&lt;b title=&quot;&#x27;&quot;&gt;'),
  )
  expect(choice('/shop?x="', '/{gap 0}')).toBe(inside('/shop?x=&quot;', '/{gap 0}'))
  expect(rendered).toBe(before + 1)
})

test('a page that breaks leaves nothing behind', () => {
  expect(() => page('before', 'broken')).toThrow('broken')
  expect(page('after', 'before')).toBe(`<main>${card('after')}${card('before')}${end}</main>`)
})
