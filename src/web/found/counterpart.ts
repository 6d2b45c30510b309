/** Which French guide says what an English page says. */
import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#web/context.ts'

/** Address of the guide whose counterpart is the page at `path`, if there is one. */
export function findCounterpart(context: Readonly<RouterContextProvider>, path: string): string | undefined {
  const guide = context.get(servicesContext).guides.find(({ counterpart }) => counterpart === path)
  return guide && `/seo/${guide.slug}`
}
