export default function AdminProof() {
  return null
}
