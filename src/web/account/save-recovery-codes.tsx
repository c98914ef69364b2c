import { button } from '../ui/form/button.ts'
import { CopyButton } from '../ui/form/copy-button.tsx'

interface SaveRecoveryCodesProps {
  codes: string[]
  /** A sentence about the completed step. */
  news: string
  onSaved: () => void
}

/** Shows recovery codes, which the server cannot show a second time. */
export function SaveRecoveryCodes({ codes, news, onSaved }: SaveRecoveryCodesProps) {
  const text = `${codes.join('\n')}\n`
  return (
    <div className="flex flex-col gap-5">
      <p className="text-sm text-stone leading-relaxed">
        {news} Each of these lets you log in once without the app. Keep them where your phone is not: they are shown
        only now.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid gap-y-2 rounded-control border border-line bg-ivory p-4 font-mono text-sm [overflow-wrap:anywhere]"
      >
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-x-3 gap-y-2">
        <CopyButton text={text}>Copy</CopyButton>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
          className={button.quiet}
        >
          Download
        </a>
      </div>
      <button type="button" className={button.primary} onClick={onSaved}>
        I have kept them
      </button>
    </div>
  )
}
