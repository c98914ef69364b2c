import type { ScheduleName } from '#domain/products/fields/schedule-fields.ts'
import type { ProductTexts } from '../api.ts'

export type ScheduleTexts = Pick<ProductTexts, ScheduleName>

/** The props of a field of the form. */
export type FieldOf = (name: ScheduleName | 'price' | 'oldPrice') => {
  name: string
  value: string
  onChange: (event: { target: { value: string } }) => void
  error: string | undefined
  hint: string | undefined
}

export type SetText = (name: ScheduleName, text: string) => void
