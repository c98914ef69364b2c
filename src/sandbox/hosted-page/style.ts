/** The page's own style sheet: the shop's colours, one column on a phone, two on a desktop. */
export const style = `
:root {
  --ivory: #faf7f2; --paper: #fff; --ink: #1c1917; --stone: #6f675f; --line: #e7e0d6; --edge: #8f857a;
  --fault: #a61b29; --pay: #1c1917; --on-pay: #faf7f2; --hover: #4a443e; --banner: #f1e6cf; --banner-ink: #5a4210;
  --chevron: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='12' height='12' fill='none' stroke='%236f675f' stroke-width='1.25'%3E%3Cpath d='m1.5 4 4.5 4.5L10.5 4'/%3E%3C/svg%3E");
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ivory: #171412; --paper: #211d1a; --ink: #f3eee7; --stone: #aea498; --line: #3a342e; --edge: #857b70;
    --fault: #f28b91; --pay: #f3eee7; --on-pay: #171412; --hover: #d3ccc2; --banner: #3d3119; --banner-ink: #f3dfae;
    --chevron: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='12' height='12' fill='none' stroke='%23aea498' stroke-width='1.25'%3E%3Cpath d='m1.5 4 4.5 4.5L10.5 4'/%3E%3C/svg%3E");
  }
}
* { box-sizing: border-box; margin: 0; }
body { background: var(--ivory); color: var(--ink); font: 16px/1.5 'Inter Variable', Inter, 'Helvetica Neue', Arial, 'Liberation Sans', system-ui, sans-serif; -webkit-text-size-adjust: 100%; }
.banner { background: var(--banner); color: var(--banner-ink); padding: 8px 16px; text-align: center; font-size: 13px; letter-spacing: 0.02em; }
.wordmark, h1 strong, legend, .notice h1 { font-family: 'Fraunces Variable', Fraunces, Georgia, 'Times New Roman', 'Liberation Serif', serif; font-weight: 400; }
.wordmark { font-size: 24px; letter-spacing: 0.2em; padding: 20px 20px 0; max-width: 1040px; margin: 0 auto; }
main { max-width: 1040px; margin: 0 auto; padding: 20px 20px 48px; }
h1 span { display: block; color: var(--stone); font-size: 15px; font-weight: 400; }
h1 strong { font-size: 38px; line-height: 1.2; font-variant-numeric: tabular-nums; }
.summary ul { list-style: none; padding: 0; margin: 16px 0 0; }
.summary li { display: flex; gap: 14px; align-items: center; padding: 12px 0; border-top: 1px solid var(--line); }
.summary img, .no-picture { width: 56px; height: 70px; flex: none; border-radius: 4px; object-fit: cover; background: var(--line); }
details.more { border-top: 1px solid var(--line); }
.more ul { margin: 0; }
summary { cursor: pointer; display: flex; justify-content: space-between; align-items: center; min-height: 44px; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::after { content: '+' / ''; color: var(--stone); font-size: 20px; font-weight: 300; line-height: 1; }
details[open] > summary::after { content: '−' / ''; }
.what { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.what small { display: block; color: var(--stone); font-size: 14px; }
.sum, dd { font-variant-numeric: tabular-nums; }
dl { border-top: 1px solid var(--line); padding-top: 12px; }
dl div { display: flex; justify-content: space-between; color: var(--stone); }
dl .total { color: var(--ink); font-weight: 500; margin-top: 4px; }
.payment { background: var(--paper); border: 1px solid var(--line); border-radius: 4px; padding: 20px; margin-top: 28px; }
fieldset { border: 0; padding: 0; margin: 0 0 24px; display: grid; grid-template-columns: 1fr 1fr; gap: 14px 12px; min-width: 0; }
legend { font-size: 20px; padding: 0; margin-bottom: 12px; }
.field { grid-column: 1 / -1; min-width: 0; }
.field.half { grid-column: auto; }
label { display: block; font-size: 14px; margin-bottom: 4px; }
label small { color: var(--stone); font-size: 13px; }
input, select { scroll-margin: 110px; width: 100%; min-height: 46px; padding: 8px 12px; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: 2px; }
@media not (forced-colors: active) {
  select { appearance: none; background-image: var(--chevron); background-repeat: no-repeat; background-position: right 12px center; }
  select, select[aria-invalid] { padding-right: 36px; }
}
input::placeholder { color: var(--stone); opacity: 0.75; }
input[aria-invalid], select[aria-invalid], input:user-invalid { border-color: var(--fault); border-width: 2px; padding: 7px 11px; }
.fault { display: block; margin-top: 4px; color: var(--fault); font-size: 14px; }
.alert { border-left: 2px solid var(--fault); color: var(--fault); padding: 4px 0 4px 14px; margin-bottom: 20px; }
.hint { grid-column: 1 / -1; color: var(--stone); font-size: 14px; border: 1px solid var(--line); border-radius: 2px; padding: 4px 14px; }
.hint summary { color: var(--ink); }
.hint p { padding-bottom: 8px; }
.hint ul { padding: 0; margin: 4px 0 8px; list-style: none; }
.hint code { font: inherit; color: var(--ink); font-variant-numeric: tabular-nums; user-select: all; }
button, .onward { display: block; width: 100%; min-height: 50px; border-radius: 2px; font: inherit; font-size: 15px; letter-spacing: 0.025em; cursor: pointer; transition: background-color 150ms ease-out, border-color 150ms ease-out; text-align: center; text-decoration: none; }
.pay, .onward { border: 0; background: var(--pay); color: var(--on-pay); padding: 12px 20px; }
.pay:hover, .onward:hover { background: var(--hover); }
.cancel { margin-top: 10px; border: 1px solid var(--line); background: none; color: var(--ink); }
.cancel:hover { border-color: var(--ink); }
:focus-visible { outline: 2px solid var(--fault); outline-offset: 2px; }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
.notice { max-width: 520px; text-align: center; padding-top: 72px; }
.notice h1 { font-size: 30px; line-height: 1.25; }
.notice p { margin-top: 12px; color: var(--stone); }
.onward { display: inline-block; width: auto; margin-top: 16px; }
@media (forced-colors: active) { .pay, .onward { border: 2px solid; } }
@media (min-width: 860px) {
  .wordmark { padding-top: 28px; }
  .columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 460px); gap: 64px; align-items: start; padding-top: 28px; }
  .summary { position: sticky; top: 28px; }
  .payment { margin-top: 0; padding: 28px; }
}
`
