export type Rating = 1 | 2 | 3 | 4 | 5

export type Opinion = [rating: Rating, comment: string]

/** What people say of one product (by its slug), and what they may say of anything in its category. */
export interface ReviewTexts {
  of: Record<string, Opinion[]>
  any: Opinion[]
}
