/** The legal notice: who operates the site and who hosts it. */
export const legalNotice = {
  title: 'Legal notice',
  description: 'Who operates this installation of Praxam, who is responsible for what it publishes, and who hosts it.',
  lede: 'Praxam is software that anyone can operate. This installation is operated by:',
  operator: 'Operator',
  address: 'Address',
  phone: 'Phone',
  mail: 'Email',
  director: 'Responsible for the content',
  host: 'Hosting provider',
  unknown: 'The operator of this installation has not published their name here. Use the contact form to reach them.',
  contact: 'Contact us',
}
