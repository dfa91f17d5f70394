#!/bin/sh
# Builds a container image of a release, from scratch with Debian's libraries: docs/operating.md#in-a-container.
# On Debian, with buildah: deploy/container/build.sh <folder of the release> [<name of the image>]
set -eu
release=$(CDPATH= cd -- "${1:?the folder of a release, made by npm run release}" && pwd)
name=${2:-talkback}
here=$(CDPATH= cd -- "$(dirname -- "$(readlink -f -- "$0")")" && pwd)
[ -x "$release/bin/talkback" ] || { echo "$release is no release: npm run release makes one." >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"

# As /usr is merged in Debian; programs of packages from before that find their libraries, too.
root=$work/root
mkdir -p "$root/usr/bin" "$root/usr/sbin" "$root/usr/lib" "$root/usr/lib64" "$root/etc" "$root/opt" "$root/tmp" "$work/data"
for folder in bin sbin lib lib64; do ln -s "usr/$folder" "$root/$folder"; done

# What Node and PostgreSQL link to, and a shell, which starts them.
mkdir "$work/packages"
(cd "$work/packages" && apt-get download -q -o APT::Sandbox::User=root libc6 libatomic1 libgcc-s1 libstdc++6 busybox-static)
for package in "$work"/packages/*.deb; do
  dpkg-deb --fsys-tarfile "$package" | tar -x --keep-directory-symlink -C "$root"
done
rm -rf "$root/usr/share/doc" "$root/usr/share/man" "$root/usr/share/lintian"
for program in sh cat cp dirname id ls mkdir readlink rm; do
  [ -e "$root/usr/bin/$program" ] || ln -s busybox "$root/usr/bin/$program"
done

# PostgreSQL does not run as root.
echo 'talkback:x:10001:10001:Talkback:/data:/bin/sh' >"$root/etc/passwd"
echo 'talkback:x:10001:' >"$root/etc/group"
chmod 700 "$work/data"
chmod 1777 "$root/tmp"
cp -a "$release" "$root/opt/talkback"

buildah build --quiet --isolation chroot --tag "$name" --file "$here/Containerfile" "$work"
