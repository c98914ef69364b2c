import { Choices } from '../../../ui/form/choices.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { withCapital } from '../../api.ts'
import { useSection } from '../section-context.ts'

interface Item {
  id: string
  name: string
}

interface RemovedGoodsProps {
  list: 'categories' | 'colors'
  /** The list as it is saved. */
  saved: Item[]
}

/** For each item that was removed from a list: where its goods go. */
export function RemovedGoods({ list, saved }: RemovedGoodsProps) {
  const { read, targets, setTarget } = useSection()
  const items = read(list) as Item[]
  const choices = items
    .filter(({ name }) => name !== '')
    .map(({ id, name }) => ({ value: id, label: withCapital(name) }))
  return saved
    .filter(({ id }) => !items.some(each => each.id === id))
    .map(({ id, name }) => (
      <Field
        key={id}
        as="select"
        name={`target-${id}`}
        label={`“${withCapital(name)}” is removed. Its pieces go to`}
        value={targets[id] ?? ''}
        onChange={({ target }: { target: { value: string } }) => setTarget(id, target.value)}
      >
        <Choices of={choices} unset="It has no pieces" />
      </Field>
    ))
}
