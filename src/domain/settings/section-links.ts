/** A link, with the place of its field. */
export interface PlacedLink {
  field: string
  link: string
}

/** The links of a section of the settings, each with its place, such as `columns.0.links.2.link`. */
export const linksOfSection = (value: object, place = ''): PlacedLink[] =>
  Object.entries(value).flatMap(([name, each]) => {
    const field = place ? `${place}.${name}` : name
    if (typeof each === 'object' && each !== null) return linksOfSection(each, field)
    return name === 'link' || name === 'labelLink' ? [{ field, link: String(each) }] : []
  })
