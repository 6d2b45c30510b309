/** Where attempts are saved: storage, other tabs and devices, the account, and what happens at sign-in and sign-out. */
import type { saving as English } from '#web/text/en/saving.ts'
import { counted, plural, someNumbers } from '#web/text/fr/numbers.ts'
import { exam } from '#web/text/fr/practice.ts'

const adoption: (typeof English)['adoption'] = {
  added: 'Ajouté à votre compte.',
  addedAndShown: (count) => `${counted(count, 'tentative ajoutée', 'tentatives ajoutées')}. Les chiffres sont à jour.`,
  addedNotShown: (count) =>
    `${counted(count, 'tentative ajoutée', 'tentatives ajoutées')}. Les chiffres seront à jour quand votre compte aura tout reçu.`,
  partlyAdded:
    'Certaines tentatives n’ont pas pu être ajoutées. Pour ajouter une simulation, il faut une connexion et aucune autre simulation en cours pour le même examen. Rechargez la page pour réessayer.',
  removed: (count) =>
    `${counted(count, 'simulation n’a pas pu être ajoutée', 'simulations n’ont pas pu être ajoutées')}, car le serveur ne ${plural(count, 'l’', 'les ')}a plus. Nous ${plural(count, 'l’avons retirée', 'les avons retirées')} de cet appareil.`,
  failed: 'L’ajout a échoué\u00a0: le stockage de votre navigateur est inaccessible. Rechargez la page et réessayez.',
}

export const saving: typeof English = {
  unsaved: {
    title: exam.unsavedTitle,
    unavailable:
      'Votre navigateur bloque le stockage (peut-être en navigation privée). Vous pouvez continuer, mais vous perdrez cette tentative si vous fermez la page.',
    full: 'Le stockage de votre navigateur est plein. Vous pouvez continuer, mais vous perdrez ce qui est nouveau si vous fermez la page. Libérez de l’espace et rechargez.',
  },
  unsavedHere: {
    title: 'Vos réponses ne sont pas enregistrées sur cet appareil',
    unavailable:
      'Votre navigateur bloque le stockage (peut-être en navigation privée). Vous pouvez continuer\u00a0: tant que vous êtes en ligne, vos réponses vont dans votre compte. Attendez «\u202fEnregistré\u202f» avant de fermer la page.',
    full: 'Le stockage de votre navigateur est plein. Vous pouvez continuer\u00a0: tant que vous êtes en ligne, vos réponses vont dans votre compte. Attendez «\u202fEnregistré\u202f» avant de fermer la page. Libérez de l’espace et rechargez.',
  },
  elsewhere: {
    changed: 'Vous avez modifié cette tentative dans un autre onglet. Cette page montre la dernière version.',
    changedOnDevice: 'Vous avez modifié cette tentative sur un autre appareil. Cette page montre la dernière version.',
    restarted: 'Vous avez commencé une nouvelle tentative dans un autre onglet. Celle-ci est terminée et enregistrée.',
  },
  conflict: (numbers, isOver) => {
    const several = numbers.length > 1
    const what = several
      ? `Vous aviez déjà répondu aux questions ${someNumbers(numbers)} dans un autre onglet ou sur un autre appareil\u00a0: ces réponses plus tardives n’ont pas été enregistrées.`
      : `Vous aviez déjà répondu à la question ${numbers[0]} dans un autre onglet ou sur un autre appareil\u00a0: cette réponse plus tardive n’a pas été enregistrée.`
    if (isOver) return `${what} La tentative est maintenant terminée.`
    return `${what} ${several ? 'Vous pouvez les revoir et les modifier.' : 'Vous pouvez la revoir et la modifier.'}`
  },
  goToQuestion: (number) => `Aller à la question ${number}`,
  conflictRead: 'Compris',

  gradedAsSeen: (correct, total) =>
    `La banque de questions a changé après le début de votre tentative. Votre compte évalue les questions telles que vous les avez vues et ignore les questions retirées auxquelles vous n’aviez pas répondu\u00a0: ${counted(correct, 'bonne réponse', 'bonnes réponses')} sur ${total}.`,
  seeInHistory: 'Voir cette tentative dans votre historique',

  guestAttempts: (attempts, notes) => {
    const parts = [...(attempts > 0 ? [counted(attempts, 'tentative')] : []), ...(notes > 0 ? [counted(notes, 'note')] : [])]
    return `Vous avez ${parts.join(' et ')} d’avant votre connexion. ${plural(attempts + notes, 'L’ajouter', 'Les ajouter')} à votre compte\u202f?`
  },
  add: 'Ajouter',
  adding: 'Ajout…',
  adoption,
  adopted: ({ adopted, missing, left }, figures) => {
    const count = figures?.isUpToDate ? adoption.addedAndShown(adopted) : adoption.addedNotShown(adopted)
    const added = figures && adopted > 0 ? count : adoption.added
    const removed = missing > 0 ? [adoption.removed(missing)] : []
    if (left > 0) return [adoption.partlyAdded, ...removed].join(' ')
    return adopted > 0 || missing === 0 ? [added, ...removed].join(' ') : removed.join(' ')
  },
  notNow: 'Plus tard',

  otherAttempt:
    'Vous avez continué cet examen dans une autre tentative, sur un autre appareil. Continuez-la ici, ou restez dans celle-ci. Les deux sont enregistrées.',
  continueHere: 'La continuer ici',
  stayHere: 'Rester dans celle-ci',
  notLoaded: 'Le chargement a échoué\u00a0: le stockage de votre navigateur est inaccessible. Rechargez la page et réessayez.',

  refusals: {
    signedOut:
      'Votre session est fermée. Vos réponses ne sont enregistrées que sur cet appareil. Reconnectez-vous pour les enregistrer dans votre compte.',
    missing:
      'Cette tentative n’est plus dans votre compte. Vous l’avez peut-être supprimée sur un autre appareil. Vous pouvez continuer, mais elle n’est enregistrée que sur cet appareil. Pour enregistrer une nouvelle tentative dans votre compte, terminez celle-ci et recommencez.',
    unreadable:
      'Votre compte n’a pas pu accepter cette tentative, peut-être parce que ses questions ont été retirées. Vous pouvez continuer, mais elle n’est enregistrée que sur cet appareil. Pour enregistrer une nouvelle tentative dans votre compte, terminez celle-ci et recommencez.',
    tooLong:
      'Cette tentative est trop longue pour être synchronisée. Vous pouvez continuer\u00a0: elle n’est enregistrée que sur cet appareil jusqu’à la fin, puis le reste est enregistré dans votre compte.',
  },
  signIn: 'Se connecter',

  left: {
    signedOut: {
      title: 'Vous avez fermé votre session dans un autre onglet',
      text: 'Vos tentatives ne sont plus dans ce navigateur. Elles sont enregistrées dans votre compte. Connectez-vous pour continuer celle-ci, ou rechargez la page pour vous entraîner sans compte.',
    },
    otherMember: {
      title: 'Un autre compte s’est connecté dans un autre onglet',
      text: 'Nous avons suspendu cette page pour ne pas mélanger les deux comptes. Rechargez-la pour vous entraîner avec le compte actuellement connecté, ou reconnectez-vous pour continuer votre tentative.',
    },
  },
  reload: 'Recharger',

  signOutTitle: 'Se déconnecter',
  unsent: (count) =>
    `${counted(count, 'modification', 'modifications')} de vos tentatives et de vos notes ${plural(count, 'n’a pas encore été envoyée', 'n’ont pas encore été envoyées')} à votre compte. La déconnexion les supprime de cet appareil, et ce qui n’est pas envoyé est perdu.`,
  unsentUnknown:
    'Le stockage de votre navigateur est inaccessible\u00a0: nous ne savons pas si toutes vos tentatives ont été envoyées à votre compte. La déconnexion les supprime de cet appareil, et ce qui n’est pas envoyé est perdu.',
  unreachable: 'Le site est injoignable\u00a0: votre session reste ouverte. Vérifiez votre connexion et réessayez.',
  attemptsStay:
    'Votre session est fermée, mais vos tentatives sont encore sur cet appareil, car le stockage de votre navigateur est inaccessible. Réessayez. Si cela ne suffit pas, effacez les données de ce site dans les réglages de votre navigateur.',
  leaveAttempts: 'Les laisser sur cet appareil',
  tryAgain: 'Réessayer',
  leaveAnyway: 'Se déconnecter et les perdre',
  stay: 'Garder la session ouverte',
}
