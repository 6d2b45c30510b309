/** Starts the site for systemd units that were installed with an earlier release, whose command names this file. */
import './launch.js'
