/** Shown while the disk of the server is nearly full. Sent by the server, so that no page has to contain it. */
export const noRoom = {
  text: 'The server is out of storage space, so nothing can be saved right now. Answers stay on this device and will be sent when the server has space again.',
}
