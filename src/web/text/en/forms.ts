/** Controls of forms. */
export const forms = {
  on: 'On',
  off: 'Off',
  showText: 'Show',
  hideText: 'Hide',
}
