import { data } from 'react-router'
import { MissingPage } from '../layout/missing-page.tsx'

export const loader = () => data(null, { status: 404 })

export const clientLoader = () => null

export default MissingPage
