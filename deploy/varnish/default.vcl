# Varnish 7.1 (Debian 12) in front of one shop: docs/cdn.md. It stores what the shop marks as the same for everybody, and nothing else.
vcl 4.1;

import std;

backend shop {
  .host = "127.0.0.1";
  .port = "3000";
  .max_connections = 500;
  .probe = { .url = "/health/live"; .interval = 1s; .timeout = 2s; .window = 4; .threshold = 2; }
}

# The machines of the shop: they alone may purge.
acl shops {
  "localhost";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    # A visitor who comes through a proxy on this machine has two addresses here.
    if (client.ip !~ shops || req.http.X-Forwarded-For ~ ",") {
      return (synth(403));
    }
    # With CDN_PURGE_TOKEN: if (req.http.X-Purge-Token != "the token") { return (synth(403)); }
    if (req.http.Surrogate-Key !~ "^[\w:-]+( [\w:-]+)*$") {
      return (synth(400));
    }
    # Names of the object alone, so that the ban lurker can work.
    if (!std.ban("obj.http.Surrogate-Key ~ (^|[[:space:]])(" + regsuball(req.http.Surrogate-Key, " ", "|") + ")([[:space:]]|$)")) {
      return (synth(500));
    }
    return (synth(204));
  }
  unset req.http.X-Brotli;
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # Always private: logins by header, and front ends on other origins.
  if (req.http.Authorization || req.http.Origin) {
    return (pass);
  }
  if (req.http.Accept-Encoding ~ "(^|,)\s*br\s*(,|$)" || req.http.Accept-Encoding ~ "(^|,)\s*br\s*;\s*q=(1|0?\.[0-9]*[1-9])") {
    set req.http.X-Brotli = "1";
  }
  # What is older than an hour is shown for longer while the shop does not answer. A purge removes it all the same.
  if (std.healthy(req.backend_hint)) {
    set req.grace = 10s;
  }
  # Public pages are the same with and without cookies; the shop marks what is not.
  return (hash);
}

sub vcl_hash {
  hash_data(req.url);
  # Varnish itself stores gzip, and unpacks it for those who cannot. It knows nothing of Brotli.
  hash_data(req.http.X-Brotli);
  return (lookup);
}

sub vcl_backend_fetch {
  if (bereq.http.X-Brotli) {
    set bereq.http.Accept-Encoding = "br";
    unset bereq.http.X-Brotli;
  }
  set bereq.http.X-Asked-At = std.time2real(now, 0.0);
}

sub vcl_backend_response {
  set beresp.grace = 0s;
  set beresp.keep = 0s;
  if (beresp.http.Set-Cookie || beresp.http.Cache-Control ~ "private|no-store") {
    set beresp.uncacheable = true;
    set beresp.ttl = 120s;
  } elsif (beresp.http.Surrogate-Key && beresp.http.Surrogate-Control ~ "max-age=[0-9]+") {
    # A slow answer may be older than a purge that came meanwhile: the shop repeats each purge after 0.6 s.
    if (now - std.real2time(std.real(bereq.http.X-Asked-At, 0.0), now) > 0.5s) {
      set beresp.ttl = 0s;
    } else {
      set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, ".*max-age=([0-9]+).*", "\1s"), 0s);
      set beresp.grace = 1h;
    }
  } elsif (beresp.status != 200 || beresp.http.Cache-Control !~ "immutable") {
    set beresp.uncacheable = true;
    set beresp.ttl = 120s;
  }
  unset beresp.http.Surrogate-Control;
  return (deliver);
}

sub vcl_deliver {
  unset resp.http.Surrogate-Key;
  unset resp.http.X-Varnish;
  unset resp.http.Via;
}
