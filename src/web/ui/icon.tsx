/** Icons. Each appears next to text or in a control with an accessible name. */
const paths = {
  left: 'M12.5 4 6.5 10l6 6',
  right: 'm7.5 4 6 6-6 6',
  up: 'm4 12.5 6-6 6 6',
  down: 'm4 7.5 6 6 6-6',
  grip: 'M7.5 5h.1M12.5 5h.1M7.5 10h.1M12.5 10h.1M7.5 15h.1M12.5 15h.1',
  check: 'm4 10.5 4 4 8-9',
  cross: 'm5 5 10 10M15 5 5 15',
  flag: 'M5 17.5v-15h9.5l-2 4 2 4H5',
  guess: 'M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zM6 11c1.3-2 2.7-2 4-.8s2.7 1.2 4-.8',
  note: 'M4 3h12v9l-5 5H4zM11 17v-5h5M7 7h6M7 10h3',
  keyboard: 'M2.5 5h15v10h-15zM5.5 8h.1M8.5 8h.1M11.5 8h.1M14.5 8h.1M6.5 12h7',
  lock: 'M4.5 9h11v8h-11zM7 9V6.5a3 3 0 0 1 6 0V9',
  help: 'M3 4h14v10h-7l-4 3.5V14H3zM8.3 7.6a1.8 1.8 0 1 1 2.4 1.7c-.5.2-.7.5-.7 1M10 12v.1',
  undo: 'M7 4 3.5 7.5 7 11M4 7.5h8a4 4 0 0 1 0 8H8',
  print: 'M6 7V3h8v4M6 14H3V7h14v7h-3M6 11.5h8V17H6z',
  alert: 'M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zM10 6v5M10 13.8v.1',
  warning: 'M10 3 2.5 16.5h15zM10 8.5v3.5M10 14.2v.1',
  upload: 'M10 13V3.5M6 7l4-4 4 4M3 13v4h14v-4',
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  eye: 'M1.5 10S4.5 4.5 10 4.5 18.5 10 18.5 10 15.5 15.5 10 15.5 1.5 10 1.5 10zM10 7.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4z',
  pencil: 'm3 17 .8-3.8L13.5 3.5l3 3-9.7 9.7zM11.5 5.5l3 3',
  clock: 'M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zM10 5.5V10l3 2',
  map: 'M3 3.5h4v4H3zM8 3.5h4v4H8zM13 3.5h4v4h-4zM3 9h4v4H3zM8 9h4v4H8zM13 9h4v4h-4zM3 14.5h4V17H3zM8 14.5h4V17H8z',
  bin: 'M3 5.5h14M8 5.5v-2h4v2M5 5.5l.8 11.5h8.4L15 5.5M8.5 9v5M11.5 9v5',
}

export type IconName = keyof typeof paths

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
