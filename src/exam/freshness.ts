/**
 * Whether a question still agrees with the pages that support its answer, and with the outline of its exam.
 *
 * current: there is no known reason to doubt it. re-check: a person should check it, because a cited page or the wording of its objective has
 * changed, or the second source is gone. orphaned: its page or its objective is gone.
 */
export const freshnessStates = ['current', 're-check', 'orphaned'] as const
export type FreshnessState = (typeof freshnessStates)[number]

/** The lists on the freshness page for administrators. `unchecked`: current questions that no person has compared with their pages. */
export const freshnessLists = ['re-check', 'orphaned', 'unchecked', 'current'] as const
export type FreshnessList = (typeof freshnessLists)[number]

export function freshnessListOf(state: FreshnessState, checkedOn: string | null): FreshnessList {
  return state === 'current' && checkedOn === null ? 'unchecked' : state
}

export const freshnessReasons = ['page-changed', 'page-deleted', 'objective-removed', 'objective-reworded'] as const
export type FreshnessReason = (typeof freshnessReasons)[number]

/** A cited page: the page of the grounding, or its second source. */
export const pageParts = ['page', 'second-source'] as const
export type PagePart = (typeof pageParts)[number]

/** What happened to the cited lines in the newest version of their page. Moved lines are unchanged, but in another place on the page. */
export const pageOutcomes = ['unchanged', 'moved', 'changed', 'deleted'] as const
export type PageOutcome = (typeof pageOutcomes)[number]

/** Who or what set a state. `content`: saving or loading the question. */
export type FreshnessSetter = 'check-sources' | 'outline' | 'person' | 'content'

/** Lines of a page at a commit, as in a grounding. */
export type CitedPlace = { readonly repository: string; readonly path: string; readonly commit: string; readonly lines: string }

/**
 * A confirmation by a person. `cited`: the place in the grounding of the question; `place`: the place in the page version that
 * the person checked.
 */
export type ConfirmedPage = { readonly part: PagePart; readonly cited: CitedPlace; readonly place: CitedPlace; readonly sha256?: string }

export type FreshnessRating =
  | { readonly state: 'current'; readonly reason: null }
  | { readonly state: 're-check' | 'orphaned'; readonly reason: FreshnessReason }

export function isSamePlace(one: CitedPlace, other: CitedPlace): boolean {
  return one.repository === other.repository && one.path === other.path && one.commit === other.commit && one.lines === other.lines
}

/** A question whose second source was deleted is still supported by its page, so it only needs a re-check. */
export function rateFreshness(
  pages: readonly { readonly part: PagePart; readonly outcome: PageOutcome }[],
  isObjectiveRemoved: boolean,
  isObjectiveReworded = false,
): FreshnessRating {
  const has = (outcome: PageOutcome, part?: PagePart) => pages.some((page) => page.outcome === outcome && (part ?? page.part) === page.part)
  if (isObjectiveRemoved) return { state: 'orphaned', reason: 'objective-removed' }
  if (has('deleted', 'page')) return { state: 'orphaned', reason: 'page-deleted' }
  if (has('changed')) return { state: 're-check', reason: 'page-changed' }
  if (has('deleted')) return { state: 're-check', reason: 'page-deleted' }
  if (isObjectiveReworded) return { state: 're-check', reason: 'objective-reworded' }
  return { state: 'current', reason: null }
}

/** A part of the comparison of a text with a newer version. */
export type TextChange = { readonly type: 'same' | 'removed' | 'added'; readonly text: string }
