/** `/seo` redirects to the guide that links to all guides. */
import { redirect } from 'react-router'
import { guide } from '#web/text/fr/guides.ts'

export function loader() {
  return redirect(guide.hub, 301)
}
