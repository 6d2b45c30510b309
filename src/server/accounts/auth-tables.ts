/** Maps the models of better-auth to the tables of `migrations/0002_accounts.sql`, whose columns are in snake case. */
export const tables = {
  user: { modelName: 'users', fields: snakeCased('emailVerified', 'createdAt', 'updatedAt') },
  session: {
    modelName: 'sessions',
    fields: snakeCased('userId', 'expiresAt', 'createdAt', 'updatedAt', 'ipAddress', 'userAgent'),
  },
  account: {
    modelName: 'identities',
    fields: {
      ...snakeCased('accountId', 'providerId', 'userId', 'accessToken', 'refreshToken', 'idToken'),
      ...snakeCased('accessTokenExpiresAt', 'refreshTokenExpiresAt', 'createdAt', 'updatedAt'),
    },
  },
  verification: { modelName: 'verifications', fields: snakeCased('expiresAt', 'createdAt', 'updatedAt') },
  rateLimit: { modelName: 'rate_limits', fields: snakeCased('lastRequest') },
  /** The column that the `twoFactor` plugin adds to `users`. */
  twoFactorUser: { fields: snakeCased('twoFactorEnabled') },
  twoFactor: { modelName: 'second_factors', fields: snakeCased('backupCodes', 'userId', 'failedVerificationCount', 'lockedUntil') },
  passkey: {
    modelName: 'passkeys',
    fields: snakeCased('publicKey', 'userId', 'credentialID', 'deviceType', 'backedUp', 'createdAt'),
  },
  jwks: { modelName: 'signing_keys', fields: snakeCased('publicKey', 'privateKey', 'createdAt', 'expiresAt') },
}

/** `emailVerified` → `email_verified`, `credentialID` → `credential_id`. */
function snakeCased<Name extends string>(...names: Name[]): Record<Name, string> {
  const columns = names.map((name) => [name, name.replace(/ID$/, 'Id').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)])
  return Object.fromEntries(columns) as Record<Name, string>
}
