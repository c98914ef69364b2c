import { ParcelListForm } from '../../shipments/parcel-list-form.tsx'
import { PageTitle } from '../../ui/page-title.tsx'

export default function ParcelsPage() {
  return (
    <>
      <PageTitle>Send a List of Parcels</PageTitle>
      <h1 className="mb-8 text-3xl md:text-4xl">Send a List of Parcels</h1>
      <ParcelListForm />
    </>
  )
}
