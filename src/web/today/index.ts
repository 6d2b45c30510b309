/** The public API of this area. */
export { MemberPlace } from './member-place.tsx'
export { TodayStrip } from './today-strip.tsx'
