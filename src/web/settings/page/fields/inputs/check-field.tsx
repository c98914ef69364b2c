import { useSection } from '../../section-context.ts'

/** A yes or no of the section. */
export function CheckField({ name, label }: { name: string; label: string }) {
  const { read, change } = useSection()
  return (
    <label className="flex min-h-11 items-center gap-3 text-sm">
      <input
        type="checkbox"
        className="size-5 accent-rosewood"
        checked={read(name) === true}
        onChange={({ target }) => change(name, target.checked)}
      />
      {label}
    </label>
  )
}
