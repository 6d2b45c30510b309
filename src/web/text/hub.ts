/** Address of the guide that links to all other guides. Texts of both languages link to it. */
export const hubPath = '/seo/questions-certification-dynamics'
