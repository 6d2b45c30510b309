/** The length of a new password in characters. The form checks it in the browser, and the server checks it again. */
export const passwordLengths = { min: 8, max: 128 }
