export default function AdminSoon() {
  return <h1>Soon</h1>
}
