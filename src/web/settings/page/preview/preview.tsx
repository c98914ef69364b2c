import { useDeferredValue, useId, useMemo, useState } from 'react'
import type { Settings, ShownPicture } from '#domain/settings/section.ts'
import { button } from '../../../ui/form/button.ts'
import { choice } from '../../../ui/form/choice.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Optional } from '../../../ui/form/optional.tsx'
import { useShop } from '../../api.ts'
import { draftShown } from '../draft-shown.ts'
import { PreviewFrame } from './preview-frame.tsx'
import { PreviewedHome } from './previewed-home.tsx'

/** In px. */
const devices = { Phone: 390, Laptop: 1280 } as const
type Device = keyof typeof devices

interface PreviewProps {
  settings: Settings
  pictures: Record<string, ShownPicture>
  /** Shows the foot of the page first. */
  isAtFoot: boolean
}

/** The home page as it would be with what is typed, beside the form or, on narrow screens, below it behind a button. */
export function Preview({ settings, pictures, isAtFoot }: PreviewProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [device, setDevice] = useState<Device>('Phone')
  const [moment, setMoment] = useState('')
  const frame = useShop()
  const typed = useDeferredValue(settings)
  const shown = useMemo(
    () => draftShown(typed, { frame, pictures, now: moment ? new Date(moment) : new Date() }),
    [typed, frame, pictures, moment],
  )
  return (
    <section aria-labelledby={`${id}-title`} className="min-w-0 xl:sticky xl:top-24">
      <h2 id={`${id}-title`} className="mb-4 text-xl max-xl:sr-only">
        Preview
      </h2>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        className={`${button.quiet} w-full xl:hidden`}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? 'Hide the preview' : 'Show the preview'}
      </button>
      <div id={id} className={isOpen ? 'max-xl:mt-4' : 'max-xl:hidden'}>
        <div className="mb-4 flex flex-wrap items-end gap-4">
          <DeviceChoice device={device} onChange={setDevice} />
          <div className="min-w-0 flex-1 basis-48">
            <Field
              type="datetime-local"
              label={<Optional>As it looks at</Optional>}
              max="9999-12-31T23:59"
              value={moment}
              onChange={({ target }: { target: { value: string } }) => setMoment(target.value)}
            />
          </div>
        </div>
        <PreviewFrame width={devices[device]} isAtFoot={isAtFoot}>
          <PreviewedHome shown={shown} />
        </PreviewFrame>
      </div>
    </section>
  )
}

interface DeviceChoiceProps {
  device: Device
  onChange: (device: Device) => void
}

const DeviceChoice = ({ device, onChange }: DeviceChoiceProps) => (
  <fieldset>
    <legend className="mb-1.5 text-sm">Width</legend>
    <div className="flex gap-2">
      {(Object.keys(devices) as Device[]).map(each => (
        <label key={each} className={`${choice} min-w-20 border-edge`}>
          <input
            type="radio"
            name="device"
            value={each}
            checked={each === device}
            onChange={() => onChange(each)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {each}
        </label>
      ))}
    </div>
  </fieldset>
)
