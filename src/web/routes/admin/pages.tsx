import { ContentList } from '../../content/admin/content-list.tsx'

export default function AdminPages() {
  return <ContentList kind="page" />
}
