package main

// This file writes reproducible archives: their bytes depend on their files alone.

import (
	"archive/tar"
	"archive/zip"
	"cmp"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"
)

type file struct {
	name string // in the archive, with slashes
	from string
	mode os.FileMode // 0: 0644
}

// archive writes the archive of a platform, a zip file for Windows and a compressed tar file for the others, and
// returns its name. All files are in one folder of the archive's name.
func (r *release) archive(system, arch string, files []file) (name string, err error) {
	folder := r.name(system, arch)
	slices.SortFunc(files, func(a, b file) int { return cmp.Compare(a.name, b.name) })
	name, write := filepath.Join(r.output, folder+".tar.gz"), writeTar
	if system == "windows" {
		name, write = filepath.Join(r.output, folder+".zip"), writeZip
	}
	f, err := os.Create(name)
	if err != nil {
		return "", err
	}
	for i := range files {
		files[i].name = folder + "/" + files[i].name
		files[i].mode = cmp.Or(files[i].mode, 0o644)
	}
	return name, errors.Join(write(f, files, r.time), f.Close())
}

func writeTar(w io.Writer, files []file, stamp time.Time) error {
	packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	out := tar.NewWriter(packed)
	for _, f := range files {
		text, err := os.ReadFile(f.from)
		if err != nil {
			return err
		}
		if err := out.WriteHeader(&tar.Header{Name: f.name, Mode: int64(f.mode), Size: int64(len(text)), ModTime: stamp, Format: tar.FormatPAX}); err != nil {
			return err
		}
		if _, err := out.Write(text); err != nil {
			return err
		}
	}
	return errors.Join(out.Close(), packed.Close())
}

func writeZip(w io.Writer, files []file, stamp time.Time) error {
	out := zip.NewWriter(w)
	for _, f := range files {
		text, err := os.ReadFile(f.from)
		if err != nil {
			return err
		}
		head := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: stamp}
		head.SetMode(f.mode)
		part, err := out.CreateHeader(head)
		if err != nil {
			return err
		}
		if _, err := part.Write(text); err != nil {
			return err
		}
	}
	return out.Close()
}
