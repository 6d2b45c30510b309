/** Hooks that run when better-auth writes a session, user, or identity. */
import type { BetterAuthOptions } from 'better-auth'
import { defaultLanguage } from '#exam/languages.ts'
import { minuteMs } from '#exam/duration.ts'
import { authError, findUser } from '#server/accounts/better-auth-internals.ts'
import type { HookServices } from '#server/accounts/endpoint.ts'
import { endpoints } from '#server/accounts/endpoints.ts'
import { deleteOtherSignInMethods } from '#server/accounts/address-ownership.ts'
import { passwordProviderId } from '#server/accounts/own-account.ts'
import { currentLanguage } from '#server/platform/language.ts'
import { clientAddressHeader, networkOf } from '#server/http/client-address.ts'

/** The site does nothing with a provider's tokens, so it does not store them. */
const noTokens = { accessToken: null, refreshToken: null, idToken: null }
/** An identity that is added within this time after the user was created is part of the sign-up. */
const signUpMs = minuteMs

export function createDatabaseHooks({ db, mail }: HookServices): NonNullable<BetterAuthOptions['databaseHooks']> {
  return {
    session: {
      create: {
        // A disabled account gets no session. Only the network of the client address is stored.
        before: async (session, ctx) => {
          const user = ctx && (await findUser(ctx, session.userId))
          if (user?.disabledAt) throw authError('FORBIDDEN', 'ACCOUNT_DISABLED', 'This account is disabled')
          return { data: { ...session, ipAddress: networkOf(ctx?.headers?.get(clientAddressHeader) ?? '') } }
        },
      },
    },
    user: {
      create: {
        // Mail is in the language of the page on which the member signed up.
        after: async (user) => {
          const language = currentLanguage()
          if (language === defaultLanguage) return
          await db
            .insertInto('user_profiles')
            .values({ id: user.id, language })
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        },
      },
      update: {
        // Another person may have signed up with the address before its owner confirmed it by mail. better-auth removes that person's
        // password. This hook removes their other sign-in methods.
        after: async (user, ctx) => {
          if (!ctx || endpoints[ctx.path]?.entrance !== 'mail') return
          await deleteOtherSignInMethods(db, user.id)
          await mail('signInMethodChanged', user.email, 'before-confirmation', false)
        },
      },
    },
    account: {
      create: {
        before: async (account) => ({ data: { ...account, ...noTokens } }),
        after: async (account, ctx) => {
          const owner = ctx && (await findUser(ctx, account.userId))
          const isAdded = owner && Date.now() - new Date(owner.createdAt).getTime() > signUpMs
          if (isAdded && account.providerId !== passwordProviderId)
            await mail('signInMethodChanged', owner.email, { name: account.providerId }, true)
        },
      },
      update: { before: async (account) => ({ data: { ...account, ...noTokens } }) },
    },
  }
}
