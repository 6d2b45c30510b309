/** The documentation beside a question of a simulation. A separate file, because it loads with the panel. */
export const documentation = {
  title: 'Documentation',
  close: 'Close documentation',
  clock: 'The clock keeps running. Pages open in a new window.',
  search: 'Search Microsoft Learn',
  intro: 'All the pages that our questions for this exam cite, by skill area.',
  pages: (count: number) => (count === 1 ? '1 page' : `${count} pages`),
  loading: 'Loading the pages...',
  notLoaded: 'We couldn’t load the pages. Check your connection.',
  none: 'No pages are listed for this exam.',
  away: (time: string) => `Time in other windows since you opened a page: ${time}`,
}
