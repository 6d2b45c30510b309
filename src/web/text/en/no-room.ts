/** Shown while the disk of the server is nearly full. Sent by the server, so that no page has to contain it. */
export const noRoom = {
  text: 'The server has no room left to store anything. Your answers stay on this device and are sent when it has room again.',
}
