/** For browsers without scripts: what works and what does not. */
export const ScriptNotice = () => (
  <noscript>
    <p className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-paper px-4 py-3 text-center text-sm">
      You can browse and search without JavaScript. The cart, checkout and your account need it: please switch it on.
    </p>
  </noscript>
)
