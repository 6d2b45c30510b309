/** The email messages about an account in French. See `account-messages.ts`. */
import type { AccountMessages, SignInMethod } from '#server/accounts/account-messages.ts'
import { formatDeviceName } from '#server/accounts/devices.ts'
import { lifetimes } from '#server/accounts/lifetimes.ts'
import { addressOf, count, formatInstant, onOneLine, write, type MailKind } from '#server/mail/messages.ts'

const methodNames: Record<Exclude<SignInMethod, object>, string> = {
  passkey: 'une clé d’accès',
  'other-site': 'un autre site',
  'before-confirmation': 'tout ce qui avait été configuré avant la confirmation de l’adresse, y compris le mot de passe',
}

export function frenchMessages(origin: string): AccountMessages {
  const link = (label: string, path: string, token: string) => ({
    label,
    url: `${addressOf(origin, path)}?token=${encodeURIComponent(token)}`,
  })
  const resetLink = { label: 'Choisir un nouveau mot de passe', url: addressOf(origin, '/reset-password') }
  const ifYou = 'Si c’est bien vous, vous n’avez rien à faire.'
  const ifNotYou = ['Si ce n’est pas vous, choisissez un nouveau mot de passe\u00a0:', resetLink]
  const report = (kind: MailKind, address: string, subject: string, what: string, at: Date | undefined) =>
    write(kind, address, subject, [`${what} (${formatInstant(at ?? new Date())}).`, ifYou, ...ifNotYou])

  return {
    confirmation: (address, token) =>
      write('verification', address, 'Confirmez votre adresse e-mail pour Praxam', [
        'Cette adresse a servi à créer un compte Praxam. Confirmez qu’elle est bien la vôtre\u00a0:',
        link('Confirmer mon adresse', '/verify-email', token),
        `Le lien est valable ${count(lifetimes.confirmationHours, 'heure')}.`,
        'Si vous n’avez rien demandé, ignorez ce message. L’adresse restera non confirmée.',
      ]),
    passwordReset: (address, token) =>
      write('password-reset', address, 'Réinitialisez votre mot de passe Praxam', [
        'Nous avons reçu une demande de réinitialisation du mot de passe de votre compte Praxam. Choisissez-en un nouveau ici\u00a0:',
        link('Choisir un nouveau mot de passe', '/reset-password', token),
        `Le lien est valable ${count(lifetimes.resetMinutes, 'minute')} et ne peut servir qu’une fois.`,
        'Si vous n’avez rien demandé, ignorez ce message. Votre mot de passe ne changera pas.',
      ]),
    magicLink: (address, token, to) => {
      const { label, url } = link('Se connecter', '/login/link', token)
      return write('magic-link', address, 'Votre lien de connexion à Praxam', [
        'Nous avons reçu une demande de lien de connexion à Praxam. Ouvrez-le sur l’appareil que vous voulez utiliser\u00a0:',
        { label, url: `${url}&to=${encodeURIComponent(to)}` },
        `Le lien est valable ${count(lifetimes.linkMinutes, 'minute')} et ne peut servir qu’une fois. Ne le transmettez pas\u00a0: toute personne qui l’ouvre se connecte à votre place.`,
        'Si vous n’avez rien demandé, ignorez ce message. Personne ne peut se connecter sans le lien.',
      ])
    },
    oneTimeCode: (address, code) =>
      write('one-time-code', address, 'Votre code à usage unique Praxam', [
        'Nous avons reçu une demande de code à usage unique pour votre compte Praxam. Saisissez-le sur la page qui vous le demande\u00a0:',
        { code },
        `Le code est valable ${count(lifetimes.codeMinutes, 'minute')} et ne peut servir qu’une fois. Praxam ne vous le demandera jamais.`,
        'Si vous n’avez rien demandé, ignorez ce message. Personne ne peut se connecter sans le code.',
      ]),
    invitation: (address, token, invitedBy) =>
      write('invitation', address, 'Invitation à rejoindre Praxam', [
        `${onOneLine(invitedBy)} vous invite sur Praxam, où vous pouvez vous entraîner aux certifications Microsoft. Créez votre compte ici\u00a0:`,
        link('Accepter l’invitation', '/reset-password', token),
        `Le lien est valable ${count(lifetimes.invitationDays, 'jour')} et ne peut servir qu’une fois.`,
        'Si vous n’attendiez pas cette invitation, ignorez ce message. Personne ne peut utiliser le compte sans le lien.',
      ]),
    existingAccount: (address) =>
      write('existing-account', address, 'Création d’un compte avec votre adresse e-mail', [
        'Une personne a essayé de créer un compte Praxam avec votre adresse e-mail. Vous avez déjà un compte, et rien n’a été modifié.',
        'Si c’est vous, connectez-vous à votre compte ou choisissez un nouveau mot de passe\u00a0:',
        resetLink,
        'Si ce n’est pas vous, ignorez ce message. Personne n’a appris que vous avez un compte.',
      ]),
    newDevice: (address, userAgent, place, at) => {
      const where = [formatDeviceName(userAgent), place].map(onOneLine).filter(Boolean).join(', ')
      return write('new-device', address, 'Nouvelle connexion à votre compte Praxam', [
        `Votre compte Praxam a été utilisé sur un nouvel appareil\u00a0: ${where}, le ${formatInstant(at ?? new Date())}.`,
        ifYou,
        ...ifNotYou,
      ])
    },
    approvalOfChange: (address, newAddress, token) =>
      write('address-change', address, 'Approuvez votre nouvelle adresse e-mail Praxam', [
        `Nous avons reçu une demande pour remplacer l’adresse e-mail de votre compte Praxam par ${onOneLine(newAddress)}. Approuvez ce changement ici\u00a0:`,
        link('Approuver la nouvelle adresse', '/verify-email', token),
        `Le lien est valable ${count(lifetimes.confirmationHours, 'heure')}.`,
        'Si vous n’avez rien demandé, n’ouvrez pas le lien\u00a0: votre adresse ne changera pas. Mais une autre personne est connectée à votre compte\u00a0: choisissez un nouveau mot de passe.',
      ]),
    addressChanged: (address, newAddress) =>
      write('address-changed', address, 'Votre adresse e-mail Praxam a été modifiée', [
        `L’adresse e-mail de votre compte Praxam est désormais ${onOneLine(newAddress)}. Nous n’écrirons plus à cette adresse-ci.`,
        ifYou,
        'Si ce n’est pas vous, écrivez-nous sans attendre\u00a0:',
        { label: 'Nous écrire', url: addressOf(origin, '/contact') },
      ]),
    passwordChanged: (address, at) =>
      report(
        'password-changed',
        address,
        'Votre mot de passe Praxam a été modifié',
        'Le mot de passe de votre compte Praxam a été modifié',
        at,
      ),
    secondFactorChanged: (address, isOn, at) => {
      const change = `La validation en deux étapes a été ${isOn ? 'activée' : 'désactivée'} pour`
      return report('second-factor-changed', address, `${change} Praxam`, `${change} votre compte Praxam`, at)
    },
    signInMethodChanged: (address, method, isAdded, at) => {
      const change = isAdded ? 'ajouté à votre compte Praxam' : 'retiré de votre compte Praxam'
      const what = `Un moyen de connexion a été ${change}\u00a0: ${onOneLine(typeof method === 'string' ? methodNames[method] : method.name)}`
      return report('sign-in-method-changed', address, `Moyen de connexion ${change}`, what, at)
    },
    deleted: (address, at) =>
      write('account-deleted', address, 'Votre compte Praxam a été supprimé', [
        `Votre compte Praxam et toutes ses données ont été supprimés le ${formatInstant(at ?? new Date())}. C’est notre dernier message.`,
        'Si ce n’est pas vous, une autre personne avait accès à votre compte. Changez votre mot de passe partout où vous utilisiez le même, en commençant par votre messagerie.',
      ]),
  }
}
