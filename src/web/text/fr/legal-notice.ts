/** The legal notice in French: who operates the site and who hosts it. Source: loi n° 2004-575 du 21 juin 2004 (LCEN). */
import type * as English from '#web/text/en/legal-notice.ts'

export const legalNotice: typeof English.legalNotice = {
  title: 'Mentions légales',
  description: 'Qui édite ce site Praxam, qui est responsable de la publication et qui l’héberge.',
  lede: 'Praxam est un logiciel que chacun peut installer. Ce site est édité par :',
  operator: 'Éditeur',
  address: 'Adresse',
  phone: 'Téléphone',
  mail: 'E-mail',
  director: 'Directeur ou directrice de la publication',
  host: 'Hébergeur',
  unknown: 'L’éditeur de ce site n’a pas encore indiqué son nom ici. Pour le joindre, utilisez le formulaire de contact.',
  contact: 'Nous contacter',
}
