#!/bin/sh
# Builds the image's ffmpeg: Debian's source package with Debian's patches, but only the parts that the server
# and the demo use. An upload then reaches no other parser than these. tools/ffmpeg/components.test.ts compares
# the lists with the code.
# Runs as root in an image of Debian, in an empty folder. The result is ffmpeg.deb there: a package, so that apt
# installs the libraries that it needs, and scanners find its version.
set -eu

protocols="file pipe"
demuxers="mov matroska concat wav flac mp3 aac ogg rawvideo pcm_s16le image_jpeg_pipe image_png_pipe image_webp_pipe"
muxers="mp4 flac webp avif image2 rawvideo pcm_s16le pcm_f32le null"
decoders="h264 hevc vp8 vp9 libdav1d av1 mpeg4 prores mjpeg png webp rawvideo
  aac mp3float mp3 opus vorbis flac alac ac3 eac3 pcm_s16le pcm_s16be pcm_s24le pcm_s24be pcm_s32le pcm_f32le pcm_f32be
  movtext subrip ass ssa webvtt"
encoders="libx264 libsvtav1 libaom_av1 libwebp mjpeg rawvideo wrapped_avframe aac flac pcm_s16le pcm_f32le"
filters="scale zscale format tonemap setsar setparams yadif setpts fps null split tpad select tile trim crop hflip vflip transpose ssim
  aresample alimiter aformat volume apad atrim anullsrc asetpts adelay rubberband afade ebur128"
# Find frames in the streams of the decoders above.
parsers="h264 hevc vp8 vp9 av1 mpeg4video mjpeg png webp aac mpegaudio opus vorbis flac ac3"
# The concat demuxer asks for it.
bitstream_filters="h264_mp4toannexb"
libraries="libx264 libsvtav1 libaom libwebp libdav1d libzimg librubberband zlib"
packages="libx264-dev libsvtav1enc-dev libaom-dev libwebp-dev libdav1d-dev libzimg-dev librubberband-dev zlib1g-dev"

sed -i 's/^Types: deb$/Types: deb deb-src/' /etc/apt/sources.list.d/debian.sources
apt-get update
# shellcheck disable=SC2086 # A list of words.
apt-get install --yes --no-install-recommends dpkg-dev g++ make nasm pkgconf $packages
apt-get source --quiet ffmpeg
cd ffmpeg-*/
# Higher than Debian's own of the same source. A digit sorts before the "deb13u1" of a security update, so that the
# update is higher even if the source's version has no such suffix yet.
source_version="$(dpkg-parsechangelog --show-field Version)"
version="$source_version+8count1"
dpkg --compare-versions "$version" gt "$source_version"

enabled() {
  kind="$1"
  shift
  for name in "$@"; do echo "--enable-$kind=$name"; done
}
# shellcheck disable=SC2046,SC2086 # The lists are words.
./configure --prefix=/usr --toolchain=hardened --extra-version="${version#*-}" --enable-gpl \
  --disable-autodetect --enable-pthreads --disable-everything --disable-network --disable-avdevice --disable-postproc \
  --disable-doc --disable-debug --disable-ffplay \
  $(for library in $libraries; do echo "--enable-$library"; done) \
  $(enabled protocol $protocols) $(enabled demuxer $demuxers) $(enabled muxer $muxers) $(enabled decoder $decoders) \
  $(enabled encoder $encoders) $(enabled filter $filters) $(enabled parser $parsers) $(enabled bsf $bitstream_filters) \
  > ../configure.log || { cat ../configure.log; exit 1; }
cat ../configure.log
# configure only warns of names that it doesn't know, and of parts whose library is missing.
if grep -E 'did not match anything|WARNING: Disabled' ../configure.log >&2; then exit 1; fi
make -j"$(nproc)" ffmpeg ffprobe

package=../package
mkdir -p "$package/usr/bin" "$package/usr/share/doc/ffmpeg" "$package/DEBIAN"
cp ffmpeg ffprobe "$package/usr/bin/"
cp debian/copyright "$package/usr/share/doc/ffmpeg/"
libs="$(dpkg-shlibdeps -O "$package/usr/bin/ffmpeg" "$package/usr/bin/ffprobe" | sed 's/^shlibs:Depends=//')"
cat > "$package/DEBIAN/control" << END
Package: ffmpeg
Source: ffmpeg ($source_version)
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: Eightcount
Depends: $libs
Description: ffmpeg and ffprobe with the parts that Eightcount uses
END
dpkg-deb --root-owner-group --build "$package" ../ffmpeg.deb
