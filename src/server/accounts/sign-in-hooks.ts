/** Runs the policy of `endpoints.ts` before and after each request to better-auth. */
import { createAuthMiddleware, isAPIError } from 'better-auth/api'
import {
  asText,
  challengeSecondFactor,
  deletePreviousSession,
  findSession,
  findSecondFactorUserId,
  findUser,
  findUserWithEmail,
  readDeviceToken,
  writeDeviceToken,
  type HookContext,
} from '#server/accounts/better-auth-internals.ts'
import { createDeviceToken, isNewDevice, saveKnownDevice } from '#server/accounts/devices.ts'
import type { Endpoint, HookServices } from '#server/accounts/endpoint.ts'
import { endpoints } from '#server/accounts/endpoints.ts'
import { requireRecentSignIn } from '#server/accounts/recent-sign-in.ts'
import { checkFields, checkNewPassword, checkOwnPage } from '#server/accounts/request-checks.ts'
import { isVerifiedPasskey } from '#server/accounts/second-factor.ts'
import { describeSignIn } from '#server/accounts/sign-in-log.ts'
import { countGuess, refundGuess } from '#server/accounts/sign-in-attempts.ts'
import { isDiskFull } from '#server/db/free-space.ts'
import { clientAddressHeader, networkOf } from '#server/http/client-address.ts'

export function createSignInHooks(services: HookServices) {
  const before = createAuthMiddleware(async (ctx) => {
    const endpoint = endpoints[ctx.path] ?? {}
    describeSignIn({ method: endpoint.entrance })
    // Before the claimant is looked up, because the address may be unreadable for the database.
    checkFields(ctx, endpoint)
    try {
      if (endpoint.requiresOwnPage) checkOwnPage(ctx, services.origin)
      if (endpoint.guessLimits) await countGuess(ctx, endpoint.guessLimits, services)
      if (endpoint.newPassword) await checkNewPassword(ctx, endpoint.newPassword)
      if (endpoint.isSensitive) await requireRecentSignIn(ctx)
      await endpoint.before?.(ctx, services)
    } catch (error) {
      // A refusal here ends the request, so the `after` hook does not run.
      await describeClaimant(ctx, endpoint)
      throw error
    }
  })

  const after = createAuthMiddleware(async (ctx) => {
    const endpoint = endpoints[ctx.path] ?? {}
    const { guessLimits, entrance, isOpenedByBrowser, after, afterRefusal } = endpoint
    const { returned, newSession } = ctx.context
    const refusal = isAPIError(returned) ? (returned.body?.code ?? '') : undefined
    if (guessLimits && (newSession || (refusal && guessLimits.refundedCodes?.includes(refusal))))
      await refundGuess(ctx, guessLimits, services)
    if (refusal === undefined) await after?.(ctx, services)
    else await afterRefusal?.(ctx, refusal)
    if (!newSession || endpoint.setsPassword) await describeClaimant(ctx, endpoint)
    if (!newSession) return undefined
    await deletePreviousSession(ctx)
    if (!entrance) return undefined
    const isChallenged = (await needsSecondFactor(ctx)) && entrance !== 'sign-up' && entrance !== 'second-factor'
    describeSignIn({ memberId: newSession.user.id, progress: isChallenged ? 'second-factor' : 'signed-in' })
    if (isChallenged)
      // After a password, better-auth itself asks for the second factor, right after this hook.
      return entrance === 'password' ? undefined : challengeSecondFactor(ctx, services.origin, isOpenedByBrowser ?? false)
    await recordDevice(ctx, services)
    return undefined
  })

  return { before, after }
}

/** Tells the log which account a refused sign-in or a changed password was for, if there is one. */
async function describeClaimant(ctx: HookContext, { entrance, setsPassword }: Endpoint): Promise<void> {
  if (setsPassword === 'change') return describeSignIn({ memberId: (await findSession(ctx))?.user.id })
  if (entrance === 'second-factor') return describeSignIn({ memberId: await findSecondFactorUserId(ctx) })
  const email = entrance && asText(ctx.body?.email)
  if (email) describeSignIn({ memberId: (await findUserWithEmail(ctx, email))?.id })
}

/** Reads the user again: confirming an address may just have turned off a second factor that another person had set up. */
async function needsSecondFactor(ctx: HookContext): Promise<boolean> {
  const user = await findUser(ctx, ctx.context.newSession?.user.id ?? '')
  return user?.twoFactorEnabled === true && !isVerifiedPasskey(ctx)
}

/**
 * Saves the browser as a known device, and reports a new one to the owner of the account. If the message cannot be queued because the disk is
 * full, the device stays unknown, so that the next sign-in reports it.
 */
async function recordDevice(ctx: HookContext, services: HookServices): Promise<void> {
  const user = ctx.context.newSession?.user
  if (!user) return
  const token = (await readDeviceToken(ctx)) || createDeviceToken()
  await writeDeviceToken(ctx, token)
  if ((await isNewDevice(services.db, user.id, token)) && !(await reportDevice(ctx, user, services))) return
  await saveKnownDevice(services.db, user.id, token, new Date())
}

/** Returns whether the message was queued. */
async function reportDevice(ctx: HookContext, user: { id: string; email: string }, { mail, log }: HookServices): Promise<boolean> {
  const network = networkOf(ctx.headers?.get(clientAddressHeader) ?? '')
  try {
    await mail('newDevice', user.email, ctx.headers?.get('user-agent'), network)
    return true
  } catch (error) {
    if (!isDiskFull(error)) throw error
    log.warn({ memberId: user.id, error }, 'A new device was not reported to its member, because the disk is full')
    return false
  }
}
