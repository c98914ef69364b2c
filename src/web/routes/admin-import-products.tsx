export default function AdminImportProducts() {
  return null
}
