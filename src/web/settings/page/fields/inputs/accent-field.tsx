import { accentContrast, accentError, defaultAccent, readColor } from '#domain/settings/accent.ts'
import { useSection } from '../../section-context.ts'
import { SectionField } from './section-field.tsx'

/** The accent as text and with the browser's color picker, and how readable it is. */
export function AccentField() {
  const { read, change, errorOf } = useSection()
  const accent = String(read('accent'))
  const words = contrastInWords(accent)
  return (
    <div className="flex flex-col gap-1.5">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3">
        <SectionField name="accent" label="Accent" />
        <label className="flex flex-col gap-1.5 text-sm">
          <span>
            Pick <span className="sr-only">the accent</span>
          </span>
          <input
            type="color"
            value={readColor(accent) ?? defaultAccent}
            onChange={({ target }) => change('accent', target.value)}
            className="h-11 w-16 cursor-pointer rounded-control border border-edge bg-paper p-1"
          />
        </label>
      </div>
      <p role="status" className="text-sm text-stone">
        {words !== errorOf('accent') && words}
      </p>
    </div>
  )
}

function contrastInWords(accent: string): string {
  const color = readColor(accent)
  if (!color) return 'Type a color such as #8e2f3c, or pick one.'
  return accentError(color) ?? `Its contrast is ${accentContrast(color).toFixed(1)} to 1: easy to read.`
}
