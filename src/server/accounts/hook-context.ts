/** What a hook of better-auth sees of a request, and the small readings that several hooks share. */
import type { createAuthMiddleware } from 'better-auth/api'

export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** A field of a body is whatever was sent. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The name of the browser, if it has signed in before; a cookie that was tampered with counts as none. */
export async function readDeviceToken(ctx: HookContext): Promise<string> {
  return (await ctx.getSignedCookie(ctx.context.createAuthCookie('device').name, ctx.context.secret)) || ''
}
