/** `/seo` has nothing of its own: the page from which all guides are found is one of them. */
import { redirect } from 'react-router'
import { guide } from '#web/text/fr/guides.ts'

export function loader() {
  return redirect(guide.hub, 301)
}
