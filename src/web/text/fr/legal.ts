/** Privacy, terms, and contact in French. They describe what this version of the software does: update a text and its date together with the code. */
import type * as English from '#web/text/en/legal.ts'
import type { LegalPart, LegalText } from '#web/text/en/legal.ts'

const toProfile = { to: '/profile', label: 'Votre profil' }
const toContact = { to: '/contact', label: 'Nous écrire' }

const messagesHeading = 'Ce que vous nous écrivez'
const passesNoneOn = 'Ce logiciel ne vend aucune donnée et n’en transmet aucune.'

const privacy: LegalText = {
  title: 'Confidentialité',
  description:
    'Quelles données Praxam conserve à votre sujet, où et pendant combien de temps, et comment les consulter, les rectifier, les exporter et les effacer.',
  lede: 'Sans compte, vos réponses d’entraînement ne sont conservées que dans votre navigateur. Le serveur conserve les simulations, les messages que vous nous envoyez et des compteurs de courte durée contre les abus. Avec un compte, il conserve aussi vos tentatives et les données nécessaires à la connexion.',
  changedOn: '2026-11-28',
  parts: [
    {
      heading: 'Dans votre navigateur',
      paragraphs: [
        'Votre navigateur conserve chaque réponse, chaque question marquée, chaque réponse devinée et chaque corrigé affiché d’une tentative d’entraînement (IndexedDB, base «\u202fpraxam\u202f»), pour que vous puissiez fermer la page et continuer plus tard. Vos notes sur les questions y sont aussi (base et stockage local «\u202fpraxam-notes\u202f»). Il retient également si les raccourcis clavier sont activés, si vous avez choisi une apparence claire ou sombre, combien de questions vous faites à la fois, si les questions affichent le temps que vous y avez passé, si vous associez les éléments avec des menus, dans quelle langue vous lisez les questions traduites, ce que vous avez surligné dans les études de cas et si une tentative peut être reprise (stockage local, «\u202fpraxam-keys\u202f», «\u202fpraxam-theme\u202f», «\u202fpraxam-practice-length\u202f», «\u202fpraxam-question-time\u202f», «\u202fpraxam-slots\u202f», «\u202fpraxam-question-language\u202f», «\u202fpraxam-marks\u202f» et «\u202fpraxam-unfinished\u202f»). Jusqu’à la fermeture de l’onglet, il retient la position de défilement, l’endroit où vous avez arrêté la lecture d’une étude de cas et si vous avez remis à plus tard l’ajout de tentatives précédentes à votre compte (stockage de session, «\u202freact-router-scroll-positions\u202f», «\u202fpraxam-not-now\u202f» et noms commençant par «\u202fpraxam-case\u202f»).',
        'Les pages publiques sont copiées dans votre navigateur quand vous les ouvrez, et les examens quand vous les enregistrez, pour un usage hors connexion (stockage en cache, noms commençant par «\u202fpraxam-\u202f»). Ces copies ne contiennent aucune donnée à caractère personnel. Si votre session est ouverte, votre navigateur conserve aussi le numéro de votre compte, votre adresse e-mail et votre éventuel rôle d’administrateur (stockage local, «\u202fpraxam-member\u202f»), pour que les pages vous reconnaissent hors connexion, ainsi que vos dates d’examen («\u202fpraxam-exam-dates\u202f»). La déconnexion supprime ces éléments.',
        'Ces données restent jusqu’à ce que vous effaciez les données de ce site dans votre navigateur. Votre entraînement sans compte n’est envoyé nulle part, à deux exceptions près\u00a0: quand vous terminez une tentative, ses réponses nous sont envoyées pour être comptées sans votre nom (voir «\u202fSur le serveur\u202f»), et les simulations sont conservées sur le serveur (voir «\u202fSimulations\u202f»). Les autres personnes qui utilisent le même profil de navigateur peuvent voir ces données.',
        'Tant que votre session est ouverte, les tentatives et les notes sont aussi enregistrées dans votre compte. La déconnexion les supprime de ce navigateur. Si quelque chose n’est pas encore envoyé, nous vous posons d’abord la question. Si une session prend fin d’elle-même, les tentatives sont supprimées à la prochaine ouverture de ce site dans ce navigateur. Les modifications non envoyées sont conservées 90 jours, et vous êtes la seule personne à pouvoir les voir.',
      ],
    },
    {
      heading: 'Simulations',
      paragraphs: [
        'Une simulation est conservée sur le serveur pendant que vous la faites, car le serveur mesure le temps et garde les corrigés\u00a0: quelles questions ont été tirées, et quand vous avez répondu à chaque question, l’avez marquée ou ouverte. Avec un compte, elle reste avec vos autres tentatives jusqu’à ce que vous la supprimiez ou supprimiez le compte.',
        'Sans compte, une simulation est conservée sans nom. Votre navigateur conserve un secret (IndexedDB, base «\u202fpraxam\u202f»), et le serveur en conserve l’empreinte. La simulation est supprimée 30 jours après sa fin, ou après son échéance si vous ne la terminez pas. Nous comptons combien de simulations sont commencées par heure depuis un réseau. Votre navigateur retient si le temps restant est affiché (stockage local, «\u202fpraxam-time\u202f» pour les simulations et «\u202fpraxam-renewal-clock\u202f» pour l’entraînement au renouvellement).',
      ],
    },
    {
      heading: 'Votre compte',
      paragraphs: [
        'Un compte contient votre adresse e-mail, avec l’indication qu’elle est confirmée ou non, une empreinte de votre mot de passe (Argon2id, qui ne permet pas de retrouver le mot de passe), vos clés d’accès, les comptes que vous avez associés avec le nom et l’image qu’ils ont fournis, le secret chiffré de votre validation en deux étapes, vos paramètres avec votre fuseau horaire, la langue de vos e-mails et votre objectif quotidien, vos dates d’examen et le résultat de ces examens, les jours où vos certifications prennent fin, le niveau de préparation que nous avions estimé pour le jour de l’examen, l’examen que vous préparez et votre éventuel rôle d’administrateur. Les administrateurs peuvent voir votre adresse e-mail, vos moyens de connexion, la date de création de votre compte et celle de votre dernière activité.',
        'Pour chaque navigateur connecté, nous conservons la façon dont il se présente, le réseau d’où il venait (pas votre adresse IP complète) et sa dernière utilisation. Vous pouvez voir et fermer ces sessions dans votre profil. Une session prend fin après 30 jours sans utilisation. Nous retenons pendant un an qu’un navigateur a été utilisé avec votre compte, pour pouvoir vous avertir quand un nouveau navigateur est utilisé.',
        'Les mots de passe incorrects et les demandes d’e-mail sont comptés pendant une durée de 15 minutes à un jour, par un pseudonyme de l’adresse e-mail et par adresse de réseau, pour empêcher de deviner un mot de passe.',
        'Nous conservons le compte jusqu’à ce que vous ou un administrateur le supprimiez. La suppression est immédiate, mais un message en attente d’envoi n’est supprimé qu’une fois envoyé. Les actions des administrateurs restent dans un journal, et avec les questions qu’ils ont modifiées, sous un numéro sans nom ni adresse.',
      ],
    },
    {
      heading: 'Vos tentatives d’entraînement',
      paragraphs: [
        'Tant que votre session est ouverte, chaque action d’une tentative d’entraînement nous est envoyée en quelques secondes et conservée dans votre compte avec son heure\u00a0: réponses, corrigés affichés, questions marquées, réponses devinées et questions ouvertes. Vos notes sur les questions y sont aussi. Cela vous permet de continuer sur un autre appareil, vous évite de perdre des réponses et montre votre progression. Les réponses définitives sont évaluées pour votre progression, et elles décident quand la révision du jour ramène une question. Les tentatives et les simulations d’avant votre connexion ne sont ajoutées que si vous le choisissez.',
        'Personne d’autre ne peut les voir, sauf si vous partagez un résultat. Quand le corrigé d’une question est rectifié, vos réponses à cette question sont réévaluées. Votre compte conserve alors le résultat avant et après, et vous montre un avis jusqu’à ce que vous le masquiez. Vous pouvez supprimer des tentatives dans votre profil. Nous ne gardons que le numéro d’une tentative supprimée, pour qu’aucun appareil ne la renvoie. Le fichier que vous pouvez télécharger contient vos notes, chaque action de vos tentatives et le texte de leurs questions. Vous pouvez importer un tel fichier dans votre compte. Les tentatives venues d’un fichier, et les questions que ce site n’a pas, ne sont conservées que pour vous et sont supprimées avec ces tentatives. Tout est supprimé avec votre compte. Nous comptons combien de tentatives vous commencez et combien de fichiers vous importez par jour, et combien de fichiers de questions un compte ou un réseau télécharge par heure.',
      ],
    },
    {
      heading: 'Les résultats que vous partagez',
      paragraphs: [
        'Personne d’autre ne peut voir vos résultats, sauf si vous en partagez un. Le partage crée une page, et une image pour les aperçus, que toute personne qui a le lien peut ouvrir. Elles montrent le nom que vous choisissez ou aucun nom, l’examen, le type d’entraînement, le jour où vous avez terminé, votre score et votre score dans chaque domaine de compétences. Elles ne montrent ni question, ni réponse, ni rien d’autre à votre sujet.',
        'Le lien ne peut pas être deviné. Nous demandons aux moteurs de recherche de ne pas référencer la page, et nous ne mesurons pas sa fréquentation. Quand vous cessez de partager, la page et l’image sont supprimées aussitôt. Elles le sont aussi avec la tentative et avec votre compte. Nous ne pouvons pas supprimer les copies et les aperçus que d’autres en ont faits auparavant.',
        'Nous comptons combien de résultats vous partagez par jour, pour empêcher les abus.',
      ],
    },
    {
      heading: messagesHeading,
      paragraphs: [
        'Nous conservons un message du formulaire de contact avec votre adresse e-mail, le numéro de la question dont il parle, l’heure et votre compte si votre session était ouverte. Les administrateurs peuvent le lire, et il est transmis par e-mail à l’exploitant du site. Nous l’utilisons pour vous répondre et pour corriger ce que vous signalez.',
        'Il est supprimé après 365 jours, ou plus tôt par un administrateur. Si votre session était ouverte, le message fait partie du fichier que vous pouvez télécharger, et il est supprimé avec votre compte. L’exploitant garde la copie reçue par e-mail et peut la supprimer à votre demande.',
        'Le signalement d’une question contient la raison que vous avez choisie, ce que vous avez écrit, la question et l’heure, avec votre compte si votre session était ouverte, ou l’adresse e-mail que vous avez donnée. Les administrateurs peuvent le lire. Il est supprimé après 365 jours, et avec votre compte\u202f; vos propres signalements font partie du fichier que vous pouvez télécharger, et une page de votre profil les montre. Les signalements qui mettent en cause une question sont réunis dans une contestation. Quand les administrateurs se prononcent, leur raison publique vous est montrée et, en cas de correction, figure dans la liste publique des corrections, qui ne contient aucun nom et n’est pas supprimée. Si vous avez activé les notifications par e-mail, ou laissé une adresse, vous recevez un message par décision. Votre navigateur conserve un signalement jusqu’à ce qu’il puisse être envoyé, puis ne retient que la question, la raison et le jour (stockage local, noms commençant par «\u202fpraxam-report-\u202f»). Il nous interroge sur le suivi du signalement avec un nombre aléatoire qu’il a choisi. La déconnexion supprime ces éléments.',
        'Nous comptons combien de messages et de signalements chaque réseau ou membre envoie par heure, pour empêcher les abus.',
      ],
    },
    {
      heading: 'Cookies',
      paragraphs: [
        'Seule la connexion dépose des cookies, dont le nom contient toujours «\u202fpraxam\u202f»\u00a0: un pour la session, renouvelé tant que vous utilisez le site\u202f; un qui reconnaît le navigateur pendant un an\u202f; et d’autres de courte durée pendant que nous attendons le code de la validation en deux étapes, votre clé d’accès ou un fournisseur d’identité. Les scripts ne peuvent pas les lire, et ils ne sont pas envoyés à d’autres sites. Il n’y a pas de cookie de mesure d’audience ni de publicité.',
      ],
    },
    {
      heading: 'E-mails',
      paragraphs: [
        'Nous envoyons des e-mails pour confirmer une adresse, pour vous connecter et quand quelque chose change dans votre compte\u00a0: un nouveau navigateur, une adresse, un mot de passe ou un moyen de connexion. Si vous les activez, nous envoyons aussi des rappels d’entraînement les jours et à l’heure que vous choisissez, un bilan de chaque semaine d’entraînement, un avis quand un examen que vous avez travaillé au cours des 180 derniers jours est retiré, un avis quand la rectification d’un corrigé change l’un de vos résultats, et des rappels 180, 90 et 30 jours avant la fin d’une certification dont vous avez enregistré le dernier jour. Chacun contient un lien de désabonnement qui fonctionne sans connexion. Ils mentionnent ce que vous avez travaillé\u00a0: nous ne les envoyons donc qu’à des adresses confirmées. Nous conservons le jour du dernier message de chaque type, pour n’en envoyer aucun deux fois. Un message est conservé jusqu’à son envoi, un peu plus d’un jour au maximum, même si vous supprimez votre compte. Si l’exploitant n’a pas configuré de serveur de messagerie, le message reste dans un dossier qu’il est seul à pouvoir lire.',
      ],
    },
    {
      heading: 'Sur le serveur',
      paragraphs: [
        'Quand une tentative est terminée, le site compte pour chaque question combien de fois elle a reçu une réponse, combien de fois une réponse correcte, avec quel choix, en combien de temps, et combien de fois la réponse a été signalée comme devinée. Ces chiffres sont des sommes sur toutes les personnes qui s’entraînent et ne contiennent rien sur leur identité. Sans compte, votre navigateur envoie une fois, dans ce but et sans cookie, les réponses avec ces durées et ces indications, et elles ne sont pas conservées. Nous comptons combien de tentatives viennent d’un réseau par heure, pour empêcher les manipulations.',
        'Il n’y a pas d’autres statistiques, ni de scripts, de polices ou d’images d’autres entreprises, à une exception près\u00a0: si l’exploitant a activé une vérification contre les robots, le fournisseur de cette vérification voit votre visite sur les pages de connexion. Le journal contient une ligne pour chaque formulaire envoyé et chaque échec, avec l’adresse de la page, et une pour chaque connexion avec le numéro du compte et le réseau d’où elle venait. Il ne contient jamais votre adresse IP complète ni ce que vous avez écrit. L’exploitant du site décide de la durée de conservation du journal.',
        'Les sauvegardes de l’exploitant contiennent toute la base de données. Les données supprimées restent dans les sauvegardes antérieures jusqu’à ce que l’exploitant les supprime ou les remplace.',
        'L’exploitant peut placer devant ce site d’autres logiciels, comme un serveur mandataire, qui tiennent leurs propres journaux. Renseignez-vous auprès de lui.',
      ],
    },
    {
      heading: 'Vos droits',
      paragraphs: [
        'Accès et portabilité\u00a0: «\u202fTélécharger mes données\u202f», dans votre profil, vous donne en un fichier toutes les données que nous avons à votre sujet, sans les secrets comme l’empreinte de votre mot de passe. Rectification\u00a0: modifiez votre adresse, votre mot de passe et vos paramètres dans votre profil. Effacement\u00a0: supprimez le compte dans votre profil, ou effacez les données de ce site dans votre navigateur.',
        'Sans compte, ou pour toute autre demande, écrivez-nous. Vous pouvez demander si nous avons un message de vous et ce qu’il dit, et le faire rectifier ou effacer. Nous pouvons vous demander d’écrire depuis l’adresse concernée par la demande.',
        'Si vous pensez que nous traitons mal vos données, dites-le-nous pour que nous puissions y remédier. Vous pouvez aussi introduire une réclamation auprès de l’autorité de protection des données de votre pays de résidence\u202f; en France, la CNIL.',
      ],
      links: [toProfile, toContact],
    },
    {
      heading: 'Responsable du traitement',
      paragraphs: [
        `L’exploitant de cette installation, à l’adresse affichée dans votre navigateur, est responsable de ses réglages, de ses sauvegardes et de ses administrateurs. Pour le joindre, utilisez le formulaire de contact. La base de données se trouve sur les serveurs de l’exploitant ou sur ceux d’une entreprise qu’il a choisie. ${passesNoneOn}`,
      ],
    },
    {
      heading: 'Liens vers d’autres sites',
      paragraphs: [
        'Les sources renvoient à la documentation officielle de Microsoft. Quand vous en ouvrez une, les conditions de Microsoft s’appliquent. Microsoft peut voir que vous venez de ce site, mais pas de quelle question.',
      ],
    },
  ],
}

/** The notice of a site with a tutor: what is sent to whom. */
export const privacyWithTutor: typeof English.privacyWithTutor = ({ name, recipient, isNearby }) => {
  const tutor: LegalPart = {
    heading: 'Le tuteur',
    paragraphs: [
      `Quand vous utilisez «\u202fDemander à l’IA\u202f» et envoyez un message ou choisissez une action, un modèle de langage (${name}) rédige la réponse. Ce dont il a besoin est envoyé à ${recipient}${isNearby ? ', qui fonctionne dans le réseau de l’exploitant du site' : ', qui le traite selon ses propres conditions'}\u00a0: la question avec son étude de cas et ses choix, la réponse que vous avez donnée, votre message, les derniers messages sur cette question et des passages de nos questions et de la documentation. Après l’affichage de la réponse, le corrigé et l’explication sont envoyés aussi. Ni votre nom, ni votre adresse e-mail, ni le numéro de votre compte, ni votre adresse IP ne sont envoyés. N’écrivez rien sur vous que ${recipient} ne devrait pas lire.`,
      'Cela vaut aussi sans compte, et s’ajoute à ce que dit «\u202fDans votre navigateur\u202f». Rien n’est envoyé si vous ne demandez rien, et le modèle n’est pas accessible pendant les simulations.',
      'Nous ne conservons pas la conversation\u00a0: elle prend fin quand vous fermez la page. Si vous utilisez «\u202fGarder dans ma note\u202f», la réponse est ajoutée à votre note sur la question. Nous comptons combien de réponses votre compte, ou votre réseau si vous n’avez pas de compte, a reçues en 24 heures, et combien de texte a été envoyé et reçu au total par mois.',
    ],
    links: [toContact],
  }
  const parts = privacy.parts.flatMap((part) => {
    const paragraphs = part.paragraphs.map((text) =>
      text.replace(
        passesNoneOn,
        'Ce logiciel ne vend aucune donnée. Il ne transmet que ce que vous envoyez au tuteur, comme l’explique «\u202fLe tuteur\u202f».',
      ),
    )
    const own = { ...part, paragraphs }
    return part.heading === messagesHeading ? [own, tutor] : [own]
  })
  return { ...privacy, parts }
}

const terms: LegalText = {
  title: 'Conditions d’utilisation',
  description: 'Praxam est gratuit, indépendant de Microsoft, et ne garantit pas de résultat à l’examen.',
  lede: 'Utilisez Praxam gratuitement pour préparer un examen. Le site est indépendant et ne garantit pas de résultat.',
  changedOn: '2026-11-23',
  parts: [
    {
      heading: 'Indépendance',
      paragraphs: [
        'Praxam n’est ni affilié à Microsoft, ni approuvé par Microsoft, ni lié à Microsoft. Microsoft, Dynamics 365 et Power Platform sont des marques de leur titulaire. Nous n’utilisons ces noms que pour décrire le sujet des questions.',
      ],
    },
    {
      heading: 'Des questions inédites',
      paragraphs: [
        'Toutes les questions ont été écrites pour Praxam à partir de la documentation publique. Aucune ne vient d’un vrai examen. Diffuser des questions d’un vrai examen viole l’accord que vous acceptez avant l’épreuve, et nous retirerons toute question qui en serait une.',
      ],
    },
    {
      heading: 'Absence de garantie',
      paragraphs: [
        'Un score sur ce site compte les bonnes réponses données à l’entraînement. Il ne prédit pas votre résultat au vrai examen, dont les questions sont différentes et qui a sa propre échelle. Les informations sur les examens ont été vérifiées à la date indiquée à côté d’elles. Si elles diffèrent de la page officielle, celle-ci fait foi.',
        'Le site est fourni en l’état. Nous corrigeons les erreurs signalées, mais nous ne pouvons promettre ni qu’il n’y en a pas, ni que le site est toujours disponible.',
      ],
    },
    {
      heading: 'Comptes',
      paragraphs: [
        'Vous pouvez vous entraîner sans compte. Un compte est destiné à une seule personne\u00a0: gardez son mot de passe pour vous. Nous pouvons désactiver ou supprimer un compte qui nuit à d’autres, par exemple en devinant des mots de passe ou en surchargeant le site. Écrivez-nous si c’était une erreur. Vous pouvez supprimer votre compte à tout moment. La page «\u202fConfidentialité\u202f» explique ce qui est supprimé et ce qui reste.',
      ],
    },
    {
      heading: 'Bon usage',
      paragraphs: [
        'Entraînez-vous aussi souvent que vous voulez. N’envoyez pas de requêtes automatisées au site, n’essayez pas d’accéder au compte d’autres personnes, et n’utilisez le formulaire de contact que pour ce qui concerne ce site.',
      ],
    },
    {
      heading: 'Questions, explications et guides',
      paragraphs: [
        'Ils appartiennent aux personnes qui les ont écrits pour Praxam. Vous pouvez vous en servir pour vous entraîner, les imprimer pour vous-même, les utiliser dans un cours que vous donnez et en citer quelques-uns avec un lien vers la page. Vous ne pouvez ni republier ni vendre la banque de questions ou de grandes parties de celle-ci. Nous pouvons utiliser ce que vous nous écrivez sur une question pour la corriger.',
      ],
    },
    {
      heading: 'Modifications et contact',
      paragraphs: [
        'Ces conditions peuvent changer avec le logiciel. La date ci-dessous est celle de la dernière modification. Si vous ne les acceptez pas, cessez d’utiliser le site et supprimez votre compte.',
        'L’exploitant de l’adresse affichée dans votre navigateur fait fonctionner cette installation. Pour le joindre, y compris au sujet de ces conditions, utilisez le formulaire de contact.',
      ],
      links: [toContact],
    },
  ],
}

const contact: LegalText = {
  title: 'Contact',
  description:
    'Écrivez-nous au sujet d’une question incorrecte, d’une information obsolète, d’un problème du site, de votre compte ou de vos données.',
  lede: 'Une réponse fausse, une information obsolète, une page qui ne fonctionne pas, une question sur vos données\u00a0: écrivez-nous, en français si vous voulez.',
  changedOn: '2026-11-23',
  parts: [
    {
      heading: 'Ce qui nous aide',
      paragraphs: [
        'Pour une question\u00a0: utilisez «\u202fSignaler un problème\u202f» sous son explication, et dites-nous ce qui vous paraît faux et quelle page officielle le montre.',
        'Pour un problème technique\u00a0: l’adresse de la page, ce que vous avez fait, ce que vous attendiez, votre navigateur et la référence si la page en affiche une.',
        'N’envoyez ni mot de passe ni contenu d’un vrai examen.',
      ],
    },
    {
      heading: 'Ce que devient votre message',
      paragraphs: [
        'Nous le conservons au plus 365 jours et le transmettons par e-mail à l’exploitant du site, qui répond à l’adresse que vous indiquez. La page «\u202fConfidentialité\u202f» donne les détails.',
      ],
      links: [{ to: '/privacy', label: 'Confidentialité' }],
    },
  ],
}

export const legal: typeof English.legal = { lastChanged: 'Dernière modification le', privacy, terms, contact }
