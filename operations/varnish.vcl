vcl 4.1;

# In the Debian package varnish-modules.
import xkey;

# Varnish as a shared cache in front of Praxam (EDGE_CACHE_SECONDS is set). tests/edge-caches.test.ts runs it.
# EDGE_PURGE_URL is http://<this server>/purge, and EDGE_PURGE_TOKEN the token below.
backend default {
  .host = "127.0.0.1";
  .port = "3000";
  .connect_timeout = 5s;
}

sub vcl_recv {
  if (req.method == "POST" && req.url == "/purge") {
    if (req.http.Authorization != "Bearer CHANGE-THIS-TOKEN") {
      return (synth(403));
    }
    # The earlier pages stay until Varnish has the current ones, so that they can be read while Praxam is away.
    set req.http.X-Purged = xkey.softpurge(req.http.Surrogate-Key);
    return (synth(200));
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # Also with a cookie: the response decides what is stored, and public pages are the same for everyone.
  return (hash);
}

sub vcl_backend_response {
  set beresp.http.xkey = beresp.http.Surrogate-Key;
  if (beresp.status >= 500 && bereq.is_bgfetch) {
    # The earlier page stays.
    return (abandon);
  }
  if (beresp.http.Set-Cookie || beresp.http.Cache-Control ~ "(?i)no-store|no-cache|private") {
    set beresp.uncacheable = true;
    set beresp.ttl = 120s;
    return (deliver);
  }
  # A visitor gets the earlier page at once while Varnish asks for the current one, and while Praxam is away.
  set beresp.grace = 7d;
}

sub vcl_deliver {
  unset resp.http.xkey;
  unset resp.http.Surrogate-Key;
  unset resp.http.Cache-Tag;
}
