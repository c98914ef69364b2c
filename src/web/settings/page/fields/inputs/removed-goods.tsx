import { flushSync } from 'react-dom'
import { button } from '../../../../ui/form/button.ts'
import { Choices } from '../../../../ui/form/choices.tsx'
import { Field } from '../../../../ui/form/field.tsx'
import { withCapital } from '../../../api.ts'
import { useSection } from '../../section-context.ts'
import { restoreItem } from './restore-item.ts'

interface Item {
  id: string
  name: string
}

interface RemovedGoodsProps {
  list: 'categories' | 'colors'
  /** The list as it is saved. */
  saved: Item[]
}

/** For each item that was removed from a list: where its goods go, or that it stays after all. */
export function RemovedGoods({ list, saved }: RemovedGoodsProps) {
  const { read, change, errorOf, targets, setTarget } = useSection()
  const items = read(list) as Item[]
  const choices = items
    .filter(({ name }) => name !== '')
    .map(({ id, name }) => ({ value: id, label: withCapital(name) }))

  function restore(id: string) {
    const restored = restoreItem(items, saved, id)
    flushSync(() => {
      change(list, restored)
      setTarget(id, '')
    })
    const at = restored.findIndex(each => each.id === id)
    document.getElementsByName(`${list}.${at}.name`)[0]?.focus()
  }

  return saved
    .filter(({ id }) => !items.some(each => each.id === id))
    .map(({ id, name }) => (
      <div key={id} className="flex flex-col gap-3">
        <Field
          as="select"
          name={`target-${id}`}
          label={`“${withCapital(name)}” is removed. Its pieces go to`}
          value={targets[id] ?? ''}
          onChange={({ target }: { target: { value: string } }) => setTarget(id, target.value)}
          error={errorOf(`targets.${id}`)}
        >
          <Choices of={choices} unset="Choose where, if it has pieces" />
        </Field>
        <button type="button" className={`${button.quiet} self-start`} onClick={() => restore(id)}>
          Keep “{withCapital(name)}”
        </button>
      </div>
    ))
}
