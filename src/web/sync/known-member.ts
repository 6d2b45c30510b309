/** Who was signed in here when the site was last asked, so that a page knows it before it asks, and without a network. */

export type Member = { id: string; email: string; isAdministrator: boolean }

/** Whose runs: the id of a member, or nobody's. */
export type DeviceOwner = string | null

const name = 'praxam-member'

/** `null` for a guest, `undefined` when nothing is known. */
export function readKnownMember(): Member | null | undefined {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'undefined') as Member | null
  } catch {
    return undefined
  }
}

export function rememberMember(member: Member | null): void {
  try {
    localStorage.setItem(name, JSON.stringify(member))
  } catch {
    // Without a storage every page asks first.
  }
}

let owner: DeviceOwner | undefined

/** Whose run is on screen, else who was signed in last. */
export function getPageOwner(): DeviceOwner {
  return owner === undefined ? (readKnownMember()?.id ?? null) : owner
}

/** Whether a run of this member is on screen: whoever is in the middle of it goes on, though signed out elsewhere. */
export function isAttemptOpenFor(memberId: string): boolean {
  return owner === memberId
}

/** Says whose run is on screen; `undefined` when there is none any more. */
export function setPageOwner(next: DeviceOwner | undefined): void {
  owner = next
}
