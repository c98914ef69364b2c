/** A package in npm's bill of materials (CycloneDX). */
export interface Component {
  name: string
  version: string
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[]
}

/** Licences under which a shop may be run and redistributed. LGPL is for libvips, which sharp loads as a separate, unchanged library. */
const accepted = [
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'OFL-1.1',
  'LGPL-3.0-or-later',
]

/** Packages that name no licence in their package.json, and have one as a file. */
const read: Record<string, string> = { 'png-js@2.0.0': 'MIT' }

/** The licence of a package, as far as it says one. */
export const licenceOf = ({ name, version, licenses = [] }: Component): string =>
  licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '').join(' AND ') ||
  (read[`${name}@${version}`] ?? '')

/** Returns the packages whose licence is not accepted, each with its licence. */
export const refusedLicences = (components: Component[]): string[] =>
  components
    .filter(component => !isAccepted(licenceOf(component)))
    .map(component => `${component.name} ${component.version}: ${licenceOf(component) || 'no licence'}`)

const isAccepted = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every(all => all.split(' OR ').some(one => accepted.includes(one)))
