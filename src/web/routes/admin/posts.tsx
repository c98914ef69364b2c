import { ContentList } from '../../content/admin/content-list.tsx'

export default function AdminPosts() {
  return <ContentList kind="post" />
}
