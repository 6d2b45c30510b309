/** Address of the guide from which all guides are found; the words of both languages lead there. */
export const hubPath = '/seo/questions-certification-dynamics'
